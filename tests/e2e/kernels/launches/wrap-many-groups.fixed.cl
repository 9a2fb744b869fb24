//lockstep: clean
//launch: kernel=k global=262148 local=4 arg=0:buffer,16,zeros:int
kernel void k(global int *a) {
  int group = get_group_id(0);
  if (get_local_id(0) == 0 && group % 65536 == 0) a[group / 65536] = group + 1;
}
