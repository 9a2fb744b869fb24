//lockstep: race read-write intra-group local async-unset-event.cl:10 async-unset-event.cl:11
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:buffer,128,zeros:int
//repair: call wait_group_events for the copy (line 10) before the read, or put barrier(CLK_LOCAL_MEM_FENCE) between them if the read comes before the call
//outputs: any, the copy may not have arrived
// Nobody has set the event that the copy is given. Its own is waited for all the same, here too late.
kernel void k(global int *a, global int *b) {
  local int t[16];
  int l = get_local_id(0);
  event_t e;
  e = async_work_group_copy(t, a + 16 * get_group_id(0), 16, e);
  b[get_global_id(0)] = t[15 - l];
  wait_group_events(1, &e);
}
//covers: async-events
