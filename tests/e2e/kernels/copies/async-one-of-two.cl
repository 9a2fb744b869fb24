//lockstep: race read-write intra-group local async-one-of-two.cl:10 async-one-of-two.cl:12
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:buffer,128,random:1:int arg=2:buffer,128,zeros:int
//outputs: any, the second copy may not have arrived
// Two copies, one wait: the second tile is read while its copy is open.
kernel void k(global int *a, global int *b, global int *c) {
  local int t[16], u[16];
  size_t first = 16 * get_group_id(0);
  event_t e[2];
  e[0] = async_work_group_copy(t, a + first, 16, 0);
  e[1] = async_work_group_copy(u, b + first, 16, 0);
  wait_group_events(1, e);
  c[get_global_id(0)] = t[get_local_id(0)] + u[15 - get_local_id(0)];
  wait_group_events(1, e + 1);
}
//covers: async-events
