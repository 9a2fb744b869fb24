//lockstep: race read-write intra-group local fence-is-no-barrier.cl:8 fence-is-no-barrier.cl:10
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
//outputs: any, the read may come before or after the write
// A fence orders one work-item's own accesses; alone it orders nothing between two.
kernel void k(global int *a) {
  local int t[16];
  int l = get_local_id(0);
  t[l] = a[l];
  mem_fence(CLK_LOCAL_MEM_FENCE);
  a[l] = t[15 - l];
}
