//lockstep: race read-write intra-group local lockstep-async-open.cl:10 lockstep-async-open.cl:11
//launch: kernel=k global=64 local=32 arg=0:buffer,256,iota:int arg=1:buffer,256,zeros:int
//options: --model=lockstep:8
//outputs: any, the copy may not be complete
// Lock step does not complete a copy: it is an actor of its own.
kernel void k(global int *a, global int *b) {
  local int t[32];
  const int l = get_local_id(0), g = 32 * get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(t, a + g, 32, 0);
  b[g + l] = t[l];
  wait_group_events(1, &e);
}
//covers: simt-async
