//lockstep: divergence div-if-else.cl:10 div-if-else.cl:13
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
//repair: move the barrier out of the branch, so that every work-item of the group executes the same one
//outputs: any, a divergent barrier is undefined
// Everyone executes a barrier, but not the same one.
kernel void k(global int *a) {
  int l = get_local_id(0);
  if (l & 1) {
    a[l] = 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
  } else {
    a[l] = 2;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
//covers: div-branches
