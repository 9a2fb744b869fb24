//lockstep: clean
//launch: kernel=k global=8 local=1 arg=0:buffer,128,iota:int arg=1:buffer,192,zeros:int
// What the only work-item of a group did before the call comes before the copy.
kernel void k(global int *a, global int *b) {
  local int t[4];
  t[0] = t[1] = t[2] = t[3] = 0;
  event_t e = async_work_group_copy(t, a + 4 * get_group_id(0), 4, 0);
  wait_group_events(1, &e);
  b[get_global_id(0)] = t[0];
  t[1] = 3;
  e = async_work_group_copy(b + 8 + 4 * get_group_id(0), t, 3, 0);
  wait_group_events(1, &e);
}
