//values: STORE=memory_order_release LOAD=memory_order_acquire FROM=memory_scope_device TO=memory_scope_device
//weaken: read-write inter-group global: STORE=memory_order_relaxed; LOAD=memory_order_relaxed
//weaken: scope inter-group global: FROM=memory_scope_work_group; TO=memory_scope_work_group
//launch: kernel=k global=2 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,4,zeros:int
// A message from one group to another: the data is ordered by the flag's release and acquire.
kernel void k@(global int *data, global atomic_int *flag, global int *out) {
  if (get_group_id(0) == 0) {
    *data = 42;
    atomic_store_explicit(flag, 1, $STORE, $FROM);
  } else {
    int seen = 0;
    for (int i = 0; i < 1000000 && !seen; ++i)
      seen = atomic_load_explicit(flag, $LOAD, $TO);
    if (seen) *out = *data;
  }
}
//covers: sync-messages
