//lockstep: divergence div-if.cl:10 *
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
//outputs: any, a divergent barrier is undefined
// Only half of the group reaches the barrier.
kernel void k(global int *a) {
  local int t[16];
  int l = get_local_id(0);
  t[l] = a[l];
  if (l < 8) {
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  a[l] = t[l];
}
//covers: div-branches
