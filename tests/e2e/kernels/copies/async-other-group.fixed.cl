//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,256,iota:int arg=1:buffer,128,zeros:int
kernel void k(global int *a, global int *b) {
  local int t[17];
  int l = get_local_id(0);
  event_t e = async_work_group_copy(t, a + 16 * get_group_id(0), 17, 0);
  wait_group_events(1, &e);
  b[get_global_id(0)] = t[l] + t[l + 1];
}
