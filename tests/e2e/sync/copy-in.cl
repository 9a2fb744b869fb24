//values: STORE=memory_order_release LOAD=memory_order_acquire FROM=memory_scope_device TO=memory_scope_device
//values: BEHIND=CLK_LOCAL_MEM_FENCE|CLK_GLOBAL_MEM_FENCE WAIT=wait_group_events(1,&e)
//weaken: read-write inter-group global: STORE=memory_order_relaxed; LOAD=memory_order_relaxed
//weaken: scope inter-group global: FROM=memory_scope_work_group; TO=memory_scope_work_group
//weaken: read-write inter-group global: BEHIND=CLK_LOCAL_MEM_FENCE
//weaken: wrong-fence-flag intra-group local: BEHIND=CLK_GLOBAL_MEM_FENCE
//weaken: read-write intra-group local: WAIT=(void)0
//launch: kernel=k global=16 local=8 arg=0:buffer,32,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,64,zeros:int
// Data that another group has handed over is copied to local memory: the copy is of the group, so the barrier
// must hand on to all what one work-item has acquired.
kernel void k@(global int *data, global atomic_int *flag, global int *out) {
  local int tile[8];
  local int seen;
  const int l = get_local_id(0);
  if (get_group_id(0) == 0) {
    data[l] = l + 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (l == 0) atomic_store_explicit(flag, 1, $STORE, $FROM);
  } else {
    if (l == 0) {
      seen = 0;
      for (int i = 0; i < 1000000 && !seen; ++i)
        seen = atomic_load_explicit(flag, $LOAD, $TO);
    }
    barrier($BEHIND);
    event_t e = async_work_group_copy(tile, data, 8, 0);
    $WAIT;
    if (seen) out[get_global_id(0)] = tile[7 - l];
  }
}
//covers: replay-async, sync-async
