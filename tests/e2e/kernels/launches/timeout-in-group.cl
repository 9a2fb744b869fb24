//lockstep: timeout timeout-in-group.cl:8
//launch: kernel=k global=4 local=4 arg=0:buffer,4,zeros:int
//options: --launch-timeout=1
//outputs: any, the flag never comes
// PoCL runs the writer when the first work-item is done, which never is.
void wait_for(volatile global int *flag) {
  // In a function, and read as a volatile variable.
  while (atomic_add(flag, 0) == 0) {
  }
}
kernel void k(global int *flag) {
  if (get_local_id(0) == 0)
    wait_for(flag);
  else
    atomic_xchg(flag, 1);
}
//covers: timeout-spin
