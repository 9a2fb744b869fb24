//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,4,zeros:int
//made: use atomic operations
kernel void k(global int *top) {
  if (get_group_id(0) == 0)
    atomic_max(top, 5);
  else
    atomic_max(top, 7);
}
