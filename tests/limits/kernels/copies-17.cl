//says: asynchronous copies not checked because 16 others of the work-group were open
//launch: kernel=k global=16 local=16 arg=0:buffer,1088*int,iota:int arg=1:buffer,16*int
kernel void k(global int *a, global int *b) {
  local int t[17 * 16];
  event_t events[17];
  for (int i = 0; i < 17; ++i) events[i] = async_work_group_copy(t + 16 * i, a + 16 * i, 16, 0);
  wait_group_events(17, events);
  b[get_global_id(0)] = t[get_local_id(0)];
}
//covers: async-sixteen
