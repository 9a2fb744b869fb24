//lockstep: race read-write intra-group local sg-copy.cl:10 sg-copy.cl:12
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,iota:int arg=1:buffer,64,zeros:int
//outputs: any, a race decides them
// A barrier of the sub-group is no wait for the copy.
kernel void k(global int *a, global int *b) {
  local int t[16];
  int l = get_local_id(0), r = get_local_id(1), i = l + 8 * r;
  event_t e = async_work_group_copy(t, a, 16, 0);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  b[i] = t[8 * r + 7 - l];
  wait_group_events(1, &e);

}
//covers: sub-group-copies
