//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:buffer,128,random:1:int arg=2:buffer,128,zeros:int
kernel void k(global int *a, global int *b, global int *c) {
  local int t[16], u[16];
  size_t first = 16 * get_group_id(0);
  event_t e[2];
  e[0] = async_work_group_copy(t, a + first, 16, 0);
  e[1] = async_work_group_copy(u, b + first, 16, 0);
  wait_group_events(2, e);
  c[get_global_id(0)] = t[get_local_id(0)] + u[15 - get_local_id(0)];
}
