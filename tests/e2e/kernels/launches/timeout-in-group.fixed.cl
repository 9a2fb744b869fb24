//lockstep: clean
//launch: kernel=k global=4 local=4 arg=0:buffer,4,zeros:int
//options: --launch-timeout=100
// The group meets at a barrier.
kernel void k(global int *flag) {
  if (get_local_id(0) != 0)
    atomic_xchg(flag, 1);
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    atomic_or(flag, 2);
}
