//values: ARRIVE=memory_order_acq_rel LOOK=memory_order_acquire ARRIVER=memory_scope_device LOOKER=memory_scope_device
//values: FRONT=CLK_LOCAL_MEM_FENCE|CLK_GLOBAL_MEM_FENCE BEHIND=CLK_LOCAL_MEM_FENCE|CLK_GLOBAL_MEM_FENCE
//weaken: read-write inter-group global: ARRIVE=memory_order_acquire; ARRIVE=memory_order_release; LOOK=memory_order_relaxed
//weaken: scope inter-group global: ARRIVER=memory_scope_work_group; LOOKER=memory_scope_work_group
//weaken: read-write inter-group global: FRONT=CLK_LOCAL_MEM_FENCE; BEHIND=CLK_LOCAL_MEM_FENCE
//weaken: clean, no local memory is used before it: FRONT=CLK_GLOBAL_MEM_FENCE
//weaken: wrong-fence-flag intra-group local: BEHIND=CLK_GLOBAL_MEM_FENCE
//launch: kernel=k global=24 local=8 arg=0:buffer,64,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,96,zeros:int
// Two groups meet: each work-item writes, then reads what one of the other group wrote. Groups need not run
// together here, so the first may give up; the last to come sees the other. The third group writes nothing
// and comes behind both in any case: it is who waits in every schedule.
kernel void k@(global int *data, global atomic_int *arrived, global int *out) {
  local int met;
  const int g = get_global_id(0);
  if (g < 16) data[g] = g;
  barrier($FRONT);
  if (get_local_id(0) == 0) {
    int seen = 0, patience = 1000000;
    if (g < 16) {
      seen = atomic_fetch_add_explicit(arrived, 1, $ARRIVE, $ARRIVER) + 1;
      patience = 2000;
    }
    for (int i = 0; i < patience && seen < 2; ++i)
      seen = atomic_load_explicit(arrived, $LOOK, $LOOKER);
    met = seen == 2;
  }
  barrier($BEHIND);
  if (met) out[g] = data[(47 - g) % 16];
}
//covers: sync-grid-barrier
