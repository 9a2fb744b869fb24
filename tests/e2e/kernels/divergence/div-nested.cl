//lockstep: divergence div-nested.cl:10 *
//launch: kernel=k global=8 local=8 arg=0:buffer,32,zeros:int
//outputs: any, a divergent barrier is undefined
// The outer loop is uniform, the inner one is not.
kernel void k(global int *a) {
  int l = get_local_id(0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2 + (l == 5 && i == 1); ++j) {
      a[l] += i + j;
      barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
//covers: div-branches
