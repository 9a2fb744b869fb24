//lockstep: race read-write intra-group local async-wait-is-no-barrier.cl:7 async-wait-is-no-barrier.cl:10
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:buffer,128,zeros:int
//outputs: any, another device may read before its neighbour has written
// The wait completes the copy. It does not order what the work-items themselves do.
kernel void k(global int *a, global int *b) {
  local int t[16], mine[16];
  mine[get_local_id(0)] = get_local_id(0);
  event_t e = async_work_group_copy(t, a + 16 * get_group_id(0), 16, 0);
  wait_group_events(1, &e);
  b[get_global_id(0)] = t[15 - get_local_id(0)] + mine[15 - get_local_id(0)];
}
//covers: async-barriers-waits
