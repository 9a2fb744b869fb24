//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,16,zeros:int
kernel void k(global int *a) {
  if (get_local_id(0) == 0) a[get_group_id(0)] = get_group_id(0);
}
