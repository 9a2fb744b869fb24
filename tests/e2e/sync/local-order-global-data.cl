//values: STORE=memory_order_seq_cst LOAD=memory_order_seq_cst
//weaken: read-write intra-group global: STORE=memory_order_release
//weaken: read-write intra-group global: LOAD=memory_order_acquire
//weaken: read-write intra-group global: STORE=memory_order_release LOAD=memory_order_acquire
//launch: kernel=k global=8 local=8 arg=0:buffer,4,zeros:int arg=1:buffer,32,zeros:int
// The other way round: a flag in local memory, data in global memory, which in the last version nothing but
// barriers can order.
kernel void k@(global int *data, global int *out) {
  local atomic_int flag;
  const int l = get_local_id(0);
  if (l == 0) atomic_init(&flag, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    *data = 42;
    atomic_store_explicit(&flag, 1, $STORE, memory_scope_work_group);
  } else if (atomic_load_explicit(&flag, $LOAD, memory_scope_work_group)) {
    out[l] = *data;
  }
}
