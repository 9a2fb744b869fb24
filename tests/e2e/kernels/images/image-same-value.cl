//lockstep: race same-value inter-group global image-same-value.cl:7 image-same-value.cl:7
//launch: kernel=k global=32 local=1 arg=0:image2d,4x4,rgba:unorm8,zeros:uchar
//options: --same-value=report
// Colours that the format makes equal are equal.
kernel void k(write_only image2d_t out) {
  int i = get_global_id(0);
  write_imagef(out, (int2)(i % 4, 0), (float4)(1, 0.5f + 0.0001f * i, 2, -1));
}
//covers: image-same-value
