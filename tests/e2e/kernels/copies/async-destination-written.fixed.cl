//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:buffer,128,zeros:int
kernel void k(global int *a, global int *b) {
  local int t[16];
  event_t e = async_work_group_copy(t, a + 16 * get_group_id(0), 16, 0);
  wait_group_events(1, &e);
  if (get_local_id(0) == 3) t[5] = -1;
  barrier(CLK_LOCAL_MEM_FENCE);
  b[get_global_id(0)] = t[15 - get_local_id(0)];
}
