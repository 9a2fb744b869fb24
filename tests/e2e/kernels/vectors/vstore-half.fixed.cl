//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:short
kernel void k(global half *a) {
  int i = get_global_id(0);
  vstore_half((float)i, i, a);
}
