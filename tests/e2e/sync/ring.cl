//values: PUSH=memory_order_release TAIL=memory_order_acquire POP=memory_order_release HEAD=memory_order_acquire
//values: PUSHER=memory_scope_device TAILER=memory_scope_device POPPER=memory_scope_device HEADER=memory_scope_device
//weaken: read-write inter-group global: PUSH=memory_order_relaxed; TAIL=memory_order_relaxed
//weaken: read-write inter-group global: POP=memory_order_relaxed; HEAD=memory_order_relaxed
//weaken: scope inter-group global: PUSHER=memory_scope_work_group; TAILER=memory_scope_work_group
//weaken: scope inter-group global: POPPER=memory_scope_work_group; HEADER=memory_scope_work_group
//launch: kernel=k global=4 local=1 arg=0:buffer,16,zeros:int arg=1:buffer,8,zeros:int arg=2:buffer,32,zeros:int
// A ring of four places that are used again: groups in turn fill and empty it, each waiting only for groups
// with lower numbers. The places may be written again when the head says that all were read: then the groups before are
// done, of which neither end would tell.
kernel void k@(global int *ring, global atomic_int *ends, global int *out) {
  const int g = get_group_id(0), turn = g / 2;
  for (int n = turn * 4; n < turn * 4 + 4; ++n) {
    int ready = 0;
    if (g % 2 == 0) {
      for (int i = 0; i < 1000000 && !ready; ++i)
        ready = turn * 4 <= atomic_load_explicit(&ends[0], $HEAD, $HEADER);
      if (!ready) return;
      ring[n % 4] = n + 1;
      atomic_store_explicit(&ends[1], n + 1, $PUSH, $PUSHER);
    } else {
      for (int i = 0; i < 1000000 && !ready; ++i)
        ready = n < atomic_load_explicit(&ends[1], $TAIL, $TAILER);
      if (!ready) return;
      out[n] = ring[n % 4];
      atomic_store_explicit(&ends[0], n + 1, $POP, $POPPER);
    }
  }
}
//covers: sync-strong
