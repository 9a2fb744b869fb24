//values: STORE=memory_order_seq_cst LOAD=memory_order_seq_cst FROM=memory_scope_work_group TO=memory_scope_work_group
//weaken: read-write intra-group global: STORE=memory_order_release; LOAD=memory_order_acquire
//weaken: read-write intra-group global: STORE=memory_order_release LOAD=memory_order_acquire
//weaken: scope intra-group local: FROM=memory_scope_work_item; TO=memory_scope_work_item
//launch: kernel=k global=8 local=8 arg=0:buffer,4,zeros:int arg=1:buffer,32,zeros:int
// The other way round: a flag in local memory, data in global memory, which, where neither operation is seq_cst, nothing but
// barriers can order.
kernel void k@(global int *data, global int *out) {
  local atomic_int flag;
  const int l = get_local_id(0);
  if (l == 0) atomic_init(&flag, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    *data = 42;
    atomic_store_explicit(&flag, 1, $STORE, $FROM);
  } else if (atomic_load_explicit(&flag, $LOAD, $TO)) {
    out[l] = *data;
  }
}
//covers: sync-regions, sync-strong
