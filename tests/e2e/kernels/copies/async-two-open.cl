//lockstep: race write-write intra-group local async-two-open.cl:10 async-two-open.cl:11
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int arg=1:buffer,64,random:1:int arg=2:buffer,64,zeros:int
//repair: wait for the first copy before the second one, or let them use different memory
//outputs: any, the copies may arrive in either order
// Two open copies share the middle of the tile.
kernel void k(global int *a, global int *b, global int *c) {
  local int t[16];
  event_t e[2];

  e[0] = async_work_group_copy(t, a, 10, 0);
  e[1] = async_work_group_copy(t + 6, b, 10, 0);
  wait_group_events(2, e);
  c[get_global_id(0)] = t[get_local_id(0)];
}
//covers: async-events
