//lockstep: race read-write intra-group local async-shared-event.cl:9 async-shared-event.cl:11
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:buffer,128,random:1:int arg=2:buffer,128,zeros:int
//outputs: any, the second copy may not have arrived
// The second copy has an event of its own; only the first one's is waited for.
kernel void k(global int *a, global int *b, global int *c) {
  local int t[16], u[16];
  size_t first = 16 * get_group_id(0);
  event_t e = async_work_group_copy(t, a + first, 16, 0);
  async_work_group_copy(u, b + first, 16, 0);
  wait_group_events(1, &e);
  c[get_global_id(0)] = t[get_local_id(0)] + u[15 - get_local_id(0)];
}
//covers: async-events
