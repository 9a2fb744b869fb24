//values: STORE=memory_order_release LOAD=memory_order_acquire
//values: FROM=memory_scope_device BETWEEN=memory_scope_device TO=memory_scope_device
//weaken: read-write inter-group global: STORE=memory_order_relaxed; LOAD=memory_order_relaxed
//weaken: scope inter-group global: FROM=memory_scope_work_group; BETWEEN=memory_scope_work_group; TO=memory_scope_work_group
//launch: kernel=k global=3 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,4,zeros:int
// A relaxed read-modify-write in between continues the release sequence.
kernel void k@(global int *data, global atomic_int *flag, global int *out) {
  const int g = get_group_id(0);
  if (g == 0) {
    *data = 42;
    atomic_store_explicit(flag, 1, $STORE, $FROM);
  } else if (g == 1) {
    for (int i = 0; i < 1000000; ++i) {
      int one = 1;
      if (atomic_compare_exchange_weak_explicit(flag, &one, 2, memory_order_relaxed,
                                                memory_order_relaxed, $BETWEEN))
        break;
    }
  } else {
    int seen = 0;
    for (int i = 0; i < 1000000 && seen != 2; ++i)
      seen = atomic_load_explicit(flag, $LOAD, $TO);
    if (seen == 2) *out = *data;
  }
}
//covers: sync-sequences
