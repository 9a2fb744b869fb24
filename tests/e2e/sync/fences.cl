//values: BEFORE=memory_order_release BEHIND=memory_order_acquire OUT=CLK_GLOBAL_MEM_FENCE IN=CLK_GLOBAL_MEM_FENCE
//values: FROM=memory_scope_device TO=memory_scope_device STORE=memory_scope_device LOAD=memory_scope_device
//weaken: read-write inter-group global: BEFORE=memory_order_relaxed; BEHIND=memory_order_relaxed
//weaken: read-write inter-group global: OUT=CLK_LOCAL_MEM_FENCE; IN=CLK_LOCAL_MEM_FENCE
//weaken: read-write inter-group global: FROM=memory_scope_work_group; TO=memory_scope_work_group
//weaken: scope inter-group global: STORE=memory_scope_work_group; LOAD=memory_scope_work_group
//launch: kernel=k global=2 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,4,zeros:int
// The same message by fences around relaxed operations on the flag.
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
//covers: sync-fences
