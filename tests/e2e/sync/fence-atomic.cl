//values: STORE=memory_order_release BEHIND=memory_order_acquire IN=CLK_GLOBAL_MEM_FENCE
//values: FROM=memory_scope_device READER=memory_scope_device TO=memory_scope_device
//weaken: read-write inter-group global: STORE=memory_order_relaxed; BEHIND=memory_order_relaxed
//weaken: read-write inter-group global: IN=CLK_LOCAL_MEM_FENCE; TO=memory_scope_work_group
//weaken: scope inter-group global: FROM=memory_scope_work_group; READER=memory_scope_work_group
//launch: kernel=k global=2 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,4,zeros:int
// A releasing exchange, read by a relaxed read-modify-write that an acquire fence follows.
kernel void k@(global int *data, global atomic_int *flag, global int *out) {
  if (get_group_id(0) == 0) {
    *data = 42;
    atomic_exchange_explicit(flag, 1, $STORE, $FROM);
  } else {
    int seen = 0;
    for (int i = 0; i < 1000000 && !seen; ++i)
      seen = atomic_fetch_or_explicit(flag, 0, memory_order_relaxed, $READER);
    atomic_work_item_fence($IN, $BEHIND, $TO);
    if (seen) *out = *data;
  }
}
//covers: sync-fences
