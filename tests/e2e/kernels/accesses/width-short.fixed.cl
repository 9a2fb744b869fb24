//lockstep: clean
//launch: kernel=k global=64 local=1 arg=0:buffer,128,zeros:short
kernel void k(global short *a) {
  int i = get_global_id(0);
  a[i] = (short)i;
}
