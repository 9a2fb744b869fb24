//lockstep: clean
//launch: kernel=k global=64 local=1 arg=0:buffer,512,zeros:long
kernel void k(global long *a) {
  int i = get_global_id(0);
  a[i] = (long)i << 40;
}
