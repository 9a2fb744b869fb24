//lockstep: clean
//launch: kernel=k global=32 local=8 arg=0:image1d,32,rgba:float,zeros:float
kernel void k(write_only image1d_t out) {
  int i = get_global_id(0);
  write_imagef(out, i, (float4)(i, 0, 0, 1));
}
