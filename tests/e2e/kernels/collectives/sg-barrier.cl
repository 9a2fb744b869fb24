//lockstep: race read-write intra-group local sg-barrier.cl:10 sg-barrier.cl:12
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,8 local=8,4 arg=0:buffer,256,iota:int
//outputs: any, a race decides them
// The barrier orders the work-items of a sub-group; this reads what another one has written.
kernel void k(global int *a) {
  local int t[4][8];
  int l = get_local_id(0), r = get_local_id(1), i = l + 8 * get_global_id(1);
  t[r][l] = a[i];
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = t[3 - r][l] + 1;
}
//covers: sub-group-order
