//lockstep: race wrong-fence-flag intra-group global async-source-fence.cl:7 async-source-fence.cl:10
//launch: kernel=k global=32 local=16 arg=0:buffer,128,zeros:int arg=1:buffer,128,zeros:int
//repair: add CLK_GLOBAL_MEM_FENCE to the barrier's flags
// The barrier before the call does not name the region of the copy's source.
kernel void k(global int *a, global int *b) {
  local int t[16];
  a[get_global_id(0)] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t first = 16 * get_group_id(0);
  event_t e = async_work_group_copy(t, a + first, 16, 0);
  wait_group_events(1, &e);
  b[get_global_id(0)] = t[15 - get_local_id(0)];
}
//covers: async-before
