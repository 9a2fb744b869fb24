//lockstep: divergence div-calls-loops.cl:10 div-calls-loops.cl:10
//lockstep: divergence div-calls-loops.cl:10 div-calls-loops.cl:22
//launch: kernel=k global=32 local=16 arg=0:buffer,256,zeros:int
//outputs: any, a divergent barrier is undefined
// Helpers within helpers, called from several sites, with loops of their own: at the second call one
// work-item goes round the innermost once more.
void step(global int *a, int k) {
  // Iterations of the two loops around it differ, in one call.
  a[get_global_id(0)] += k;
  barrier(CLK_GLOBAL_MEM_FENCE);
}
void inner(global int *a, int n) {
  for (int k = 0; k < n; k++) step(a, k);
}
void outer(global int *a, int n) {
  for (int k = 0; k < 2; k++)
    inner(a, n);
}
kernel void k(global int *a) {
  outer(a, 1);
  outer(a, 1 + (get_local_id(0) == 2));
}
//covers: div-several-returns, transform-scopes-helpers
