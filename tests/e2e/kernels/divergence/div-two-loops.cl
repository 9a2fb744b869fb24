//lockstep: divergence div-two-loops.cl:10 div-two-loops.cl:14
//lockstep: maybe divergence div-two-loops.cl:14 div-two-loops.cl:14
//launch: kernel=k global=8 local=8 arg=0:buffer,32,zeros:int
//outputs: any, a divergent barrier is undefined
// Equal numbers of barriers for all, but some are in the second loop while others are in the first;
// later all are in the second loop, in different iterations of it.
kernel void k(global int *a) {
  int l = get_local_id(0), first = l < 4 ? 2 : 4;
  for (int i = 0; i < first; ++i) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[l] += 1;
  }
  for (int i = first; i < 6; ++i) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[l] += 10;
  }
}
//covers: div-iterations
