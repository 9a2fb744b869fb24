//lockstep: race read-write intra-group local wg-orders-nothing.cl:11 wg-orders-nothing.cl:13
//needs: work-group functions
//build: -cl-std=CL3.0
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int
//outputs: any, a race decides them
//repair: put barrier(CLK_LOCAL_MEM_FENCE) between them, where every work-item of the group reaches it
// The whole group meets at work_group_reduce_add, which orders no memory.
kernel void k(global int *a) {
  local int t[16];
  int l = get_local_id(0), i = get_global_id(0);
  t[l] = a[i];
  int sum = work_group_reduce_add(a[i]);
  a[i] = sum + t[15 - l];
}
//covers: group-functions
