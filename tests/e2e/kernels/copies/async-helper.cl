//lockstep: race read-write intra-group local async-helper.cl:5 async-helper.cl:12
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int arg=1:buffer,64,zeros:int
//outputs: any, the copy may not have arrived
event_t fetch(local int *to, const global int *from, event_t e) {
  return async_work_group_copy(to, from, 16, e);
}
// Called through a function.
kernel void k(global int *a, global int *b) {
  local int t[16];
  int l = get_local_id(0);
  event_t e = fetch(t, a, 0);
  b[l] = t[15 - l];
  wait_group_events(1, &e);
}
//covers: async-helpers
