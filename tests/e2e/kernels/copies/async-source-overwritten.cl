//lockstep: race read-write intra-group global async-source-overwritten.cl:7 async-source-overwritten.cl:8
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:buffer,128,zeros:int
//outputs: any, the copy may bring either value
// The source is reused before the copy is known to be over.
kernel void k(global int *a, global int *b) {
  local int t[16];
  event_t e = async_work_group_copy(t, a + 16 * get_group_id(0), 16, 0);
  a[get_global_id(0)] = -1;
  wait_group_events(1, &e);
  b[get_global_id(0)] = t[15 - get_local_id(0)];
}
//covers: async-open
