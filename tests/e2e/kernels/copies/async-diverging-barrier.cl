//lockstep: race read-write intra-group local async-diverging-barrier.cl:9 async-diverging-barrier.cl:12
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:buffer,128,zeros:int
//outputs: any, the copy may not have arrived
// A barrier behind a branch that only looks divergent stands between copy and wait.
kernel void k(global int *a, global int *b) {
  local int t[16];
  int l = get_local_id(0);
  for (int i = 0; i < 3; ++i) {
    event_t e = async_work_group_copy(t, a + 16 * get_group_id(0), 16, 0);
    if (a[l] >= 0) barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 1)
      b[get_global_id(0)] = t[15 - l];
    wait_group_events(1, &e);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
//covers: div-async, async-beside-barriers
