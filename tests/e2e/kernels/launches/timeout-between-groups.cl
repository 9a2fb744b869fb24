//lockstep: timeout timeout-between-groups.cl:8
//launch: kernel=k global=8 local=4 arg=0:buffer,4,zeros:int arg=1:buffer,32,zeros:int
//options: --launch-timeout=1
//outputs: any, the flag never comes
// The second group waits for what the first one does not do.
kernel void k(global int *flag, global int *out) {
  if (get_group_id(0) == 1) {
    while (atomic_or(flag, 0) == 0) {
    }
  }
  out[get_global_id(0)] = 1;
}
//covers: timeout-spin
