//lockstep: divergence sg-barrier-branch.cl:12 sg-barrier-branch.cl:15
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,iota:int
//outputs: any, a barrier that not all meet is undefined
// Half of each sub-group comes to its barrier, the other half to the group's.
kernel void k(global int *a) {
  int l = get_local_id(0), i = l + 8 * get_local_id(1);
  a[i] += 1;
  if (l < 4) {
    a[i] += 1;
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    a[i] += 2;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[i] += 3;
}
//covers: sub-group-functions
