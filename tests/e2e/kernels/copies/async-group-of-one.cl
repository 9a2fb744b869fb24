//lockstep: race read-write intra-group local async-group-of-one.cl:9 async-group-of-one.cl:10
//launch: kernel=k global=8 local=1 arg=0:buffer,128,iota:int arg=1:buffer,192,zeros:int
//outputs: any, the copy may not have arrived
// Also alone with its copy a work-item has to wait for it.
kernel void k(global int *a, global int *b) {
  local int t[4];
  t[0] = t[1] = t[2] = t[3] = 0;

  event_t e = async_work_group_copy(t, a + 4 * get_group_id(0), 4, 0);
  b[get_global_id(0)] = t[0];
  wait_group_events(1, &e);
}
//covers: async-group-of-one
