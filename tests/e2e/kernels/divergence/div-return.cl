//lockstep: divergence div-return.cl:8 div-return.cl:10
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:int:20
//outputs: any, a divergent barrier is undefined
// The bounds check of a launch that was rounded up: some of the last group return before the barrier.
kernel void k(global int *a, int n) {
  local int t[16];
  int i = get_global_id(0), l = get_local_id(0);
  if (i >= n) return;
  t[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = t[l] + 1;
}
//covers: div-returns
