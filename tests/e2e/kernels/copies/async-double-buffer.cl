//lockstep: race read-write intra-group local async-double-buffer.cl:13 async-double-buffer.cl:15
//launch: kernel=k global=16 local=16 arg=0:buffer,512,iota:int arg=1:buffer,64,zeros:int
//outputs: any, the copy may overtake the readers
// No barrier lies between the reads of one round and the next round's copy into that buffer, which
// slower work-items may still be reading.
kernel void k(global int *a, global int *b) {
  local int t[2][16];
  int l = get_local_id(0), sum = 0;
  event_t e = async_work_group_copy(t[0], a, 16, 0);
  for (int i = 0; i < 8; ++i) {
    wait_group_events(1, &e);
    if (i < 7)
      e = async_work_group_copy(t[(i + 1) % 2], a + 16 * (i + 1), 16, 0);
    // Round i + 1 begins by copying to where this reads.
    sum += t[i % 2][15 - l];
  }
  b[l] = sum;
}
//covers: async-loops
