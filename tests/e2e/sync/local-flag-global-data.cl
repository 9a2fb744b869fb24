//values: OUT=CLK_LOCAL_MEM_FENCE|CLK_GLOBAL_MEM_FENCE IN=CLK_LOCAL_MEM_FENCE|CLK_GLOBAL_MEM_FENCE
//values: BEFORE=memory_order_release BEHIND=memory_order_acquire FROM=memory_scope_work_group TO=memory_scope_work_group
//values: STORE=memory_scope_work_group LOAD=memory_scope_work_group
//weaken: read-write intra-group global: OUT=CLK_LOCAL_MEM_FENCE; IN=CLK_LOCAL_MEM_FENCE
//weaken: read-write intra-group global: OUT=CLK_LOCAL_MEM_FENCE IN=CLK_LOCAL_MEM_FENCE
//weaken: read-write intra-group global: OUT=CLK_GLOBAL_MEM_FENCE; IN=CLK_GLOBAL_MEM_FENCE
//weaken: read-write intra-group global: BEFORE=memory_order_relaxed; BEHIND=memory_order_relaxed
//weaken: read-write intra-group global: FROM=memory_scope_work_item; TO=memory_scope_work_item
//weaken: scope intra-group local: STORE=memory_scope_work_item; LOAD=memory_scope_work_item
//launch: kernel=k global=8 local=8 arg=0:buffer,4,zeros:int arg=1:buffer,32,zeros:int
// A flag in local memory orders global data only through fences that name both regions.
kernel void k@(global int *data, global int *out) {
  local atomic_int flag;
  const int l = get_local_id(0);
  if (l == 0) atomic_init(&flag, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    *data = 42;
    atomic_work_item_fence($OUT, $BEFORE, $FROM);
    atomic_store_explicit(&flag, 1, memory_order_relaxed, $STORE);
  } else if (atomic_load_explicit(&flag, memory_order_relaxed, $LOAD)) {
    atomic_work_item_fence($IN, $BEHIND, $TO);
    out[l] = *data;
  }
}
//covers: sync-local
