//lockstep: race read-write intra-group local async-barrier-is-no-wait.cl:7 async-barrier-is-no-wait.cl:9
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:buffer,128,zeros:int
//outputs: any, the copy may not have arrived
// A barrier does not complete a copy, whatever its flags.
kernel void k(global int *a, global int *b) {
  local int t[16];
  event_t e = async_work_group_copy(t, a + 16 * get_group_id(0), 16, 0);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  b[get_global_id(0)] = t[15 - get_local_id(0)];
  wait_group_events(1, &e);
}
//covers: async-barriers-waits
