//lockstep: divergence wg-behind-divergence.cl:13 wg-behind-divergence.cl:15
//lockstep: race read-write intra-group local wg-behind-divergence.cl:17 wg-behind-divergence.cl:18
//needs: work-group functions
//build: -cl-std=CL3.0
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
//outputs: any, a function that not all meet is undefined
// One half has passed a barrier more than the other when all meet at the next: what follows is counted alike for both.
kernel void k(global int *a) {
  local int t[16];
  int l = get_local_id(0), sum = 0;
  if (l < 8)
    // The others are at the barrier.
    sum = work_group_reduce_add(1);
  else
    barrier(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE);
  t[l] = sum;
  a[l] = t[15 - l];
}
//covers: transform-collectives
