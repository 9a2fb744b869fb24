//lockstep: clean
//launch: kernel=k global=32 local=4 offset=8 arg=0:buffer,256,zeros:int
kernel void k(global int *a) {
  int i = get_global_id(0);
  a[i - get_global_offset(0)] = i;
}
