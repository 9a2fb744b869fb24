//lockstep: divergence div-iteration.cl:9 div-iteration.cl:9
//launch: kernel=k global=8 local=8 arg=0:buffer,32,zeros:int
//outputs: any, a divergent barrier is undefined
// All pass the same barrier three times, but in different iterations of the loop around it.
kernel void k(global int *a) {
  int l = get_local_id(0), skip = l & 1;
  for (int i = 0; i < 4; ++i) {
    if (i == (skip ? 0 : 3)) continue;
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[l] += i;
  }
}
//covers: div-iterations
