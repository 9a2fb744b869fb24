//lockstep: clean
//launch: kernel=k global=60 arg=0:buffer,256,zeros:int
kernel void k(global int *a) {
  int i = get_global_id(0);
  a[i] = i;
}
