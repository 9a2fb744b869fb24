//lockstep: divergence div-loop-count.cl:9 *
//launch: kernel=k global=8 local=8 arg=0:buffer,32,zeros:int
//outputs: any, a divergent barrier is undefined
// Work-item l passes the barrier l + 1 times.
kernel void k(global int *a) {
  int l = get_local_id(0);
  for (int i = 0; i <= l; ++i) {
    a[l] += i;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
//covers: div-iterations
