//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,random:1:char
// Neighbours of strided elements are not touched by the copy.
kernel void k(global char *a) {
  local char t[16];
  int l = get_local_id(0);
  t[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_strided_copy(a + 1, t, 16, 4, 0);
  a[4 * l] = -1;
  a[4 * l + 2] = -2;
  wait_group_events(1, &e);
}
