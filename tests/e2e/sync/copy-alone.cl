//values: ARRIVE=memory_order_acq_rel SCOPE=memory_scope_device WAIT=wait_group_events(1,&e)
//weaken: read-write inter-group global: ARRIVE=memory_order_acquire; ARRIVE=memory_order_release
//weaken: scope inter-group global: SCOPE=memory_scope_work_group
//weaken: write-write intra-group local: WAIT=(void)0
//launch: kernel=k global=4 local=1 arg=0:buffer,16,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,64,zeros:int
// In a group of one a copy begins behind all that its caller has done, acquires included, and without a barrier.
kernel void k@(global int *data, global atomic_int *arrived, global int *out) {
  local int tile[4];
  const int g = get_group_id(0);
  data[g] = g;
  tile[0] = -1;
  if (atomic_fetch_add_explicit(arrived, 1, $ARRIVE, $SCOPE) == 3) {
    event_t e = async_work_group_copy(tile, data, 4, 0);
    $WAIT;
    tile[0] += g;
    out[g] = tile[0] + tile[3];
  }
}
//covers: replay-async, sync-async
