//lockstep: divergence div-one-group.cl:9 *
//launch: kernel=k global=64 local=16 arg=0:buffer,256,zeros:int
//outputs: any, a divergent barrier is undefined
// Only in the third group.
kernel void k(global int *a) {
  int i = get_global_id(0);
  a[i] = i;
  if (i != 37) {
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
//covers: div-returns
