//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,512,iota:int arg=1:buffer,64,zeros:int
kernel void k(global int *a, global int *b) {
  local int t[2][16];
  int l = get_local_id(0), sum = 0;
  event_t e = async_work_group_copy(t[0], a, 16, 0);
  for (int i = 0; i < 8; ++i) {
    wait_group_events(1, &e);
    if (i < 7)
      e = async_work_group_copy(t[(i + 1) % 2], a + 16 * (i + 1), 16, 0);
    sum += t[i % 2][15 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  b[l] = sum;
}
