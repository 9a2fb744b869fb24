//lockstep: divergence div-trip-count-data.cl:9 *
//launch: kernel=k global=16 local=8 arg=0:buffer,64,zeros:int arg=1:buffer,64,iota:int
//outputs: any, a divergent barrier is undefined
// The loop count is read per work-item.
kernel void k(global int *a, global const int *count) {
  int i = get_global_id(0);
  for (int n = 0; n < count[i] + 1; ++n) {
    a[i] += n;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
//covers: div-iterations
