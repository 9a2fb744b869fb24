//values: STORE=memory_order_release LOAD=memory_order_acquire FROM=memory_scope_device TO=memory_scope_device
//values: FRONT=CLK_LOCAL_MEM_FENCE WAIT=wait_group_events(1,&e)
//weaken: read-write inter-group global: STORE=memory_order_relaxed; LOAD=memory_order_relaxed
//weaken: scope inter-group global: FROM=memory_scope_work_group; TO=memory_scope_work_group
//weaken: wrong-fence-flag intra-group local: FRONT=CLK_GLOBAL_MEM_FENCE
//weaken: read-write inter-group global: WAIT=(void)0
//launch: kernel=k global=16 local=8 arg=0:buffer,32,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,64,zeros:int
// A copy to global memory is handed on by whoever has waited for it; the wait needs no barrier behind it.
kernel void k@(global int *data, global atomic_int *flag, global int *out) {
  local int tile[8];
  const int l = get_local_id(0);
  if (get_group_id(0) == 0) {
    tile[l] = l + 1;
    barrier($FRONT);
    event_t e = async_work_group_copy(data, tile, 8, 0);
    $WAIT;
    if (l == 3) atomic_store_explicit(flag, 1, $STORE, $FROM);
  } else {
    int seen = 0;
    for (int i = 0; i < 1000000 && !seen; ++i)
      seen = atomic_load_explicit(flag, $LOAD, $TO);
    if (seen) out[get_global_id(0)] = data[7 - l];
  }
}
//covers: replay-async, sync-async
