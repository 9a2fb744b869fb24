//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:buffer,128,zeros:int
//made: call wait_group_events for the copy (line 10) before the read
kernel void k(global int *a, global int *b) {
  local int t[16];
  int l = get_local_id(0);
  event_t e;
  e = async_work_group_copy(t, a + 16 * get_group_id(0), 16, e);
  wait_group_events(1, &e);
  b[get_global_id(0)] = t[15 - l];
}
