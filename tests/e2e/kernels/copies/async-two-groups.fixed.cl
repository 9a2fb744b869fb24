//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,256,zeros:int
//made: give the work-groups disjoint elements
kernel void k(global int *a) {
  local int t[16];
  t[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(a + 16 * get_group_id(0), t, 16, 0);
  wait_group_events(1, &e);
}
