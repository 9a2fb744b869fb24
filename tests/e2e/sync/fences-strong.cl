//values: BEFORE=memory_order_acq_rel BEHIND=memory_order_seq_cst OUT=CLK_GLOBAL_MEM_FENCE IN=CLK_GLOBAL_MEM_FENCE
//values: FROM=memory_scope_device TO=memory_scope_device STORE=memory_scope_device LOAD=memory_scope_device
//weaken: read-write inter-group global: BEFORE=memory_order_acquire
//weaken: clean, in front of a store only the release counts: BEFORE=memory_order_release
//weaken: clean, one message needs no order of all operations: BEHIND=memory_order_acq_rel
//weaken: read-write inter-group global: BEHIND=memory_order_release
//weaken: read-write inter-group global: OUT=CLK_LOCAL_MEM_FENCE; IN=CLK_LOCAL_MEM_FENCE; TO=memory_scope_work_group; FROM=memory_scope_work_group
//weaken: scope inter-group global: STORE=memory_scope_work_group; LOAD=memory_scope_work_group
//launch: kernel=k global=2 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,4,zeros:int
// Stronger orders than the message needs.
kernel void k@(global int *data, global atomic_int *flag, global int *out) {
  if (get_group_id(0) == 0) {
    *data = 42;
    atomic_work_item_fence($OUT, $BEFORE, $FROM);
    atomic_store_explicit(flag, 1, memory_order_relaxed, $STORE);
  } else {
    int seen = 0;
    for (int i = 0; i < 1000000 && !seen; ++i)
      seen = atomic_load_explicit(flag, memory_order_relaxed, $LOAD);
    atomic_work_item_fence($IN, $BEHIND, $TO);
    if (seen) *out = *data;
  }
}
//covers: sync-strong
