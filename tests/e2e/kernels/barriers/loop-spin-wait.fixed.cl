//lockstep: clean
//launch: kernel=k global=8 local=4 arg=0:buffer,8,zeros:int
//options: --warn=irregular-loop
// The group meets at a barrier; the count is of the work-item's own.
kernel void k(global int *flags) {
  global int *flag = flags + get_group_id(0);
  if (get_local_id(0) == 0)
    atomic_xchg(flag, 1);
  barrier(CLK_GLOBAL_MEM_FENCE);
  const int turns = atomic_or(flag, 0);
  for (int i = 0; i < turns; ++i)
    atomic_or(flag, 2);
}
