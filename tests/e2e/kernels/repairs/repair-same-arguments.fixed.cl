//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int arg=1:buffer,64,zeros:int
//made: call it with the same arguments in every work-item of the group
kernel void k(global int *a, global int *b) {
  local int t[16];
  int l = get_local_id(0);
  t[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(t, a, 16, 0);
  wait_group_events(1, &e);
  b[l] = t[l];
}
