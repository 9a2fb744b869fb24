//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:image2d,4x8,rgba:unorm8,zeros:uchar
//options: --same-value=report
// Colours that the format makes equal are equal.
kernel void k(write_only image2d_t out) {
  int i = get_global_id(0);
  write_imagef(out, (int2)(i % 4, i / 4), (float4)(1, 0.5f + 0.0001f * i, 2, -1));
}
