//lockstep: race read-write inter-group global async-other-group.cl:9 async-other-group.cl:11
//launch: kernel=k global=32 local=16 arg=0:buffer,256,iota:int
//outputs: any, the neighbour may write before or after
// The tile and its halo are read, the tile is written: the halo belongs to the next group.
kernel void k(global int *a) {
  local int t[17];
  int l = get_local_id(0);

  event_t e = async_work_group_copy(t, a + 16 * get_group_id(0), 17, 0);
  wait_group_events(1, &e);
  a[get_global_id(0)] = t[l] + t[l + 1];
}
//covers: async-groups
