//lockstep: divergence div-returns.cl:12 div-returns.cl:10
//lockstep: divergence div-returns.cl:14 div-returns.cl:10
//lockstep: divergence div-returns.cl:14 div-returns.cl:13
//launch: kernel=k global=32 local=16 arg=0:buffer,256,iota:int
//outputs: any, a divergent barrier is undefined
// Three returns, each with a condition of its own: the report names the one that was taken.
kernel void k(global int *a) {
  int g = get_global_id(0);
  if (a[g] < 0) return;
  if (g == 20) return;
  a[g] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 7 && g < 16) return;
  barrier(CLK_GLOBAL_MEM_FENCE);
}
//covers: div-several-returns
