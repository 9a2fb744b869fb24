//values: ARRIVE=memory_order_acq_rel SCOPE=memory_scope_device
//values: IN=wait_group_events(1,&in_done) OUT=wait_group_events(1,&out_done)
//weaken: read-write inter-group global: ARRIVE=memory_order_acquire; ARRIVE=memory_order_release
//weaken: scope inter-group global: SCOPE=memory_scope_work_group
//weaken: read-write intra-group local: IN=(void)0
//weaken: read-write inter-group global: OUT=(void)0
//launch: kernel=k global=32 local=8 arg=0:buffer,128,iota:int arg=1:buffer,128,zeros:int arg=2:buffer,4,zeros:int arg=3:buffer,4,zeros:int
//launch: kernel=k global=4 local=1 arg=0:buffer,128,iota:int arg=1:buffer,128,zeros:int arg=2:buffer,4,zeros:int arg=3:buffer,4,zeros:int
// One copy reads what another has brought, and the last group adds up what all groups have copied out, its own
// copy included.
kernel void k@(global int *in, global int *out, global atomic_int *arrived, global int *sum) {
  local int tile[8];
  const int at = get_group_id(0) * 8;
  event_t in_done = async_work_group_copy(tile, in + at, 8, 0);
  $IN;
  event_t out_done = async_work_group_copy(out + at, tile, 8, 0);
  $OUT;
  if (get_local_id(0) == 0 && atomic_fetch_add_explicit(arrived, 1, $ARRIVE, $SCOPE) == 3) {
    int all = 0;
    for (int i = 0; i < 32; ++i) all += out[i];
    *sum = all;
  }
}
//covers: replay-async, sync-async
