//lockstep: race atomic-plain intra-group local atomic-local-init.cl:7 atomic-local-init.cl:8
//launch: kernel=k global=64 local=16 arg=0:buffer,16,zeros:int
//outputs: any, an increment before the reset is lost
// No barrier between the first work-item's reset and the increments.
kernel void k(global int *out) {
  local int count;
  if (get_local_id(0) == 0) count = 0;
  atomic_inc(&count);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) out[get_group_id(0)] = count;
}
