//lockstep: race read-write intra-group global async-gather.cl:8 async-gather.cl:9
//launch: kernel=k global=16 local=16 arg=0:buffer,256,iota:int arg=1:buffer,64,zeros:int
//outputs: any, the copy may bring either value
// A column of a matrix is fetched with a stride while one work-item changes an element of it.
kernel void k(global int *a, global int *b) {
  local int t[16];
  int l = get_local_id(0);
  event_t e = async_work_group_strided_copy(t, a + 1, 16, 4, 0);
  a[4 * l + (l == 9)] = -1;
  wait_group_events(1, &e);
  b[l] = t[15 - l];
}
//covers: async-elements
