//lockstep: clean
//launch: kernel=k global=8 local=4 arg=0:buffer,8,zeros:int arg=1:buffer,32,zeros:int
//made: let the group meet at a barrier instead of waiting in a loop
//options: --warn=irregular-loop
kernel void k(global int *flags, global int *out) {
  global int *flag = flags + get_group_id(0);
  if (get_local_id(0) == 0) {
    atomic_xchg(flag, 1);
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = 1;
}
