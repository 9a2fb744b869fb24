//lockstep: divergence async-arguments.cl:9 async-arguments.cl:9
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:buffer,128,zeros:int
//outputs: any, each device may take another work-item's arguments
// The last work-item of each group asks for fewer elements than the others.
kernel void k(global int *a, global int *b) {
  local int t[16];
  int l = get_local_id(0), n = l == 15 ? 1 : 16;

  event_t e = async_work_group_copy(t, a + 16 * get_group_id(0), n, 0);
  wait_group_events(1, &e);
  b[get_global_id(0)] = t[15 - l];
}
//covers: async-arguments
