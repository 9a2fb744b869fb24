//values: TAKE=memory_order_acquire LEAVE=memory_order_release TAKER=memory_scope_device LEAVER=memory_scope_device
//weaken: read-write inter-group global: TAKE=memory_order_relaxed; LEAVE=memory_order_relaxed
//weaken: scope inter-group global: TAKER=memory_scope_work_group; LEAVER=memory_scope_work_group
//launch: kernel=k global=4 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int
// A spin lock around a plain counter.
kernel void k@(global atomic_int *lock, global int *count) {
  for (int round = 0; round < 3; ++round) {
    int expected = 0, taken = 0;
    for (int i = 0; i < 1000000 && !taken; ++i) {
      expected = 0;
      taken = atomic_compare_exchange_strong_explicit(lock, &expected, 1, $TAKE,
                                                      memory_order_relaxed, $TAKER);
    }
    if (!taken) return;
    *count += 1;
    atomic_store_explicit(lock, 0, $LEAVE, $LEAVER);
  }
}
//covers: sync-locks
