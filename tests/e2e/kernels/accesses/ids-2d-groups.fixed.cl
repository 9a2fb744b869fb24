//lockstep: clean
//launch: kernel=k global=8,4 local=4,2 arg=0:buffer,128,zeros:int
kernel void k(global int *a) {
  if (get_local_id(0) == 0 && get_local_id(1) == 0)
    a[get_group_id(1) * get_num_groups(0) + get_group_id(0)] = get_group_id(1) + 1;
}
