//lockstep: out-of-bounds global * bounds-async-copy.cl:8
//launch: kernel=k global=32 local=16 arg=0:buffer,120,iota:int arg=1:buffer,128,zeros:int
//outputs: any, what lies behind a buffer is anything
// The second group's copy reads two elements too many.
kernel void k(global const int *in, global int *out) {
  local int tile[16];
  int l = get_local_id(0);
  event_t e = async_work_group_copy(tile, in + 16 * get_group_id(0), 16, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = tile[15 - l];
}
//covers: bounds
