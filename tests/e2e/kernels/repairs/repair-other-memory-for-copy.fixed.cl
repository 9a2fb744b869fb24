//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int arg=1:buffer,64,random:1:int arg=2:buffer,64,zeros:int
//made: let them use different memory
kernel void k(global int *a, global int *b, global int *c) {
  local int t[16], u[16];
  event_t e[2];
  e[0] = async_work_group_copy(t, a, 16, 0);
  e[1] = async_work_group_copy(u, b, 16, 0);
  wait_group_events(2, e);
  c[get_global_id(0)] = t[get_local_id(0)] + u[get_local_id(0)];
}
