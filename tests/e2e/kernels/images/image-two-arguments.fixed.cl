//lockstep: clean
//launch: kernel=k global=32 local=8 arg=0:image1d,33,r:float,iota:float arg=1:image1d,33,r:float,zeros:float
kernel void k(read_only image1d_t in, write_only image1d_t out) {
  int i = get_global_id(0);
  float4 v = read_imagef(in, i + 1);
  write_imagef(out, i, v);
}
