//values: STORE=memory_order_release LOAD=memory_order_acquire SPACE=local
//weaken: read-write intra-group local: STORE=memory_order_relaxed
//weaken: read-write intra-group local: LOAD=memory_order_relaxed
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
    atomic_store_explicit(&flag, 1, $STORE, memory_scope_work_group);
  } else if (atomic_load_explicit(&flag, $LOAD, memory_scope_work_group)) {
    out[l] = data;
  }
}
