//lockstep: race read-write intra-group local async-loop.cl:9 async-loop.cl:11
//launch: kernel=k global=32 local=16 arg=0:buffer,1024,iota:int arg=1:buffer,128,zeros:int
//outputs: any, the next copy may overtake the readers
// The tile is read in one iteration and copied to in the next, without a barrier between.
kernel void k(global int *a, global int *b) {
  local int t[16];
  int l = get_local_id(0), sum = 0;
  for (int i = 0; i < 8; ++i) {
    event_t e = async_work_group_copy(t, a + 16 * (8 * get_group_id(0) + i), 16, 0);
    wait_group_events(1, &e);
    sum += t[15 - l];
  }
  b[get_global_id(0)] = sum;
}
//covers: async-loops
