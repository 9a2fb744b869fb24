//values: PUSH=memory_order_release TAIL=memory_order_acquire HEAD=memory_order_acq_rel
//values: PUSHER=memory_scope_device LOOKER=memory_scope_device TAILER=memory_scope_device TAKER=memory_scope_device ADDER=memory_scope_device
//weaken: read-write inter-group global: PUSH=memory_order_relaxed; TAIL=memory_order_relaxed
//weaken: clean, no place is used twice and so nobody waits for the taker: HEAD=memory_order_acquire; HEAD=memory_order_release; HEAD=memory_order_relaxed
//weaken: scope inter-group global: PUSHER=memory_scope_work_group; TAILER=memory_scope_work_group
//weaken: scope inter-group global: LOOKER=memory_scope_work_group; TAKER=memory_scope_work_group
//weaken: scope inter-group global: ADDER=memory_scope_work_group
//launch: kernel=k global=3 local=1 arg=0:buffer,64,zeros:int arg=1:buffer,8,zeros:int arg=2:buffer,4,zeros:int
// Group 0 pushes tasks, all groups take them from the other end.
kernel void k@(global int *tasks, global atomic_int *ends, global atomic_int *done) {
  if (get_group_id(0) == 0) {
    for (int i = 0; i < 16; ++i) {
      tasks[i] = i + 1;
      atomic_store_explicit(&ends[1], i + 1, $PUSH, $PUSHER);
    }
  }
  int idle = 0;
  while (idle < 1000000) {
    int head = atomic_load_explicit(&ends[0], memory_order_relaxed, $LOOKER);
    // The last tasks are left to the last group, however late it comes.
    if (head == 16 || (head >= 12 && get_group_id(0) != 2)) break;
    const int tail = atomic_load_explicit(&ends[1], $TAIL, $TAILER);
    if (head >= tail) {
      ++idle;
      continue;
    }
    const int task = tasks[head];
    if (atomic_compare_exchange_strong_explicit(&ends[0], &head, head + 1, $HEAD,
                                                memory_order_relaxed, $TAKER))
      atomic_fetch_add_explicit(done, task, memory_order_relaxed, $ADDER);
  }
}
//covers: sync-queue
