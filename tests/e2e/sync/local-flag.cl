//values: STORE=memory_order_release LOAD=memory_order_acquire FROM=memory_scope_work_group TO=memory_scope_work_group
//weaken: read-write intra-group local: STORE=memory_order_relaxed; LOAD=memory_order_relaxed
//weaken: scope intra-group local: FROM=memory_scope_work_item; TO=memory_scope_work_item
//launch: kernel=k global=8 local=8 arg=0:buffer,32,zeros:int
// A message within the group, through local memory. Nothing makes the first work-item run first; who
// comes too early reads nothing.
kernel void k@(global int *out) {
  local int data;
  local atomic_int flag;
  const int l = get_local_id(0);
  if (l == 0) atomic_init(&flag, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    data = 42;
    atomic_store_explicit(&flag, 1, $STORE, $FROM);
  } else if (atomic_load_explicit(&flag, $LOAD, $TO)) {
    out[l] = data;
  }
}
//covers: sync-local
