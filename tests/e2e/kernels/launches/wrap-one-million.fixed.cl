//lockstep: clean
//launch: kernel=k global=1048576 local=64 arg=0:buffer,4194304,zeros:int
kernel void k(global int *a) {
  int i = get_global_id(0);
  if (i == 0)
    a[0] = a[0] + 1;
  else if (i == 1048575)
    a[i] = 1;
  else
    a[i] = i;
}
