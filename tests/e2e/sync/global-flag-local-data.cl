//values: STORE=memory_order_seq_cst LOAD=memory_order_seq_cst FROM=memory_scope_work_group TO=memory_scope_work_group
//weaken: read-write intra-group local: STORE=memory_order_release; LOAD=memory_order_acquire
//weaken: read-write intra-group local: STORE=memory_order_release LOAD=memory_order_acquire
//weaken: scope intra-group global: FROM=memory_scope_work_item; TO=memory_scope_work_item
//launch: kernel=k global=8 local=8 arg=0:buffer,4,zeros:int arg=1:buffer,32,zeros:int
// A flag in global memory orders local data only by sequentially consistent operations on both sides. Where
// neither is, nothing but barriers can order local memory, so that it needs no log.
kernel void k@(global atomic_int *flag, global int *out) {
  local int data;
  const int l = get_local_id(0);
  if (l == 0) {
    data = 42;
    atomic_store_explicit(flag, 1, $STORE, $FROM);
  } else if (atomic_load_explicit(flag, $LOAD, $TO)) {
    out[l] = data;
  }
}
//covers: sync-regions
