//lockstep: divergence sg-barrier-loop.cl:12 sg-barrier-loop.cl:12
//lockstep: divergence sg-barrier-loop.cl:12 *
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,iota:int
//outputs: any, a barrier that not all meet is undefined
// Half of each sub-group begins in the middle: they meet, but in different iterations, and then have left.
kernel void k(global int *a) {
  int l = get_local_id(0), i = l + 8 * get_local_id(1);
  for (int j = 0; j < 4; ++j) {
    if (l < 4 && j == 0) continue;
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    a[i] += j;
  }
}
