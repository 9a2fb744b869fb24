//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,260,zeros:int
kernel void k(global int *a) {
  int i = get_global_id(0);
  a[i] = i;
  if (i == get_global_size(0) - 1) a[i + 1] = -1;
}
