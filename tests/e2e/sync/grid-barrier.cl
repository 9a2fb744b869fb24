//values: ARRIVE=memory_order_acq_rel WAIT=memory_order_acquire SCOPE=memory_scope_device
//weaken: read-write inter-group global: ARRIVE=memory_order_acquire
//weaken: read-write inter-group global: ARRIVE=memory_order_release
//weaken: read-write inter-group global: ARRIVE=memory_order_relaxed
//weaken: scope inter-group global: SCOPE=memory_scope_work_group
//launch: kernel=k global=16 local=8 arg=0:buffer,64,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,64,zeros:int
// All groups meet: each work-item writes, then reads what one of the other group wrote. Groups need not
// run together here, so the first may give up; the last to come sees all others.
kernel void k@(global int *data, global atomic_int *arrived, global int *out) {
  local int met;
  const int g = get_global_id(0);
  data[g] = g;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    int seen = atomic_fetch_add_explicit(arrived, 1, $ARRIVE, $SCOPE) + 1;
    for (int i = 0; i < 2000 && seen < 2; ++i)
      seen = atomic_load_explicit(arrived, $WAIT, $SCOPE);
    met = seen == 2;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (met) out[g] = data[15 - g];
}
