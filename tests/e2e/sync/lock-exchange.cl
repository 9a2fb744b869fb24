//values: TAKE=memory_order_acquire LEAVE=memory_order_release TAKER=memory_scope_device LEAVER=memory_scope_device
//weaken: read-write inter-group global: TAKE=memory_order_relaxed; LEAVE=memory_order_relaxed
//weaken: scope inter-group global: TAKER=memory_scope_work_group; LEAVER=memory_scope_work_group
//launch: kernel=k global=4 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int
// A lock taken by test-and-set of a flag.
kernel void k@(global atomic_flag *lock, global int *count) {
  int busy = 1;
  for (int i = 0; i < 1000000 && busy; ++i)
    busy = atomic_flag_test_and_set_explicit(lock, $TAKE, $TAKER);
  if (busy) return;
  *count += 1;
  atomic_flag_clear_explicit(lock, $LEAVE, $LEAVER);
}
//covers: sync-locks
