//lockstep: divergence div-data.cl:9 *
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int arg=1:buffer,64,iota:int
//outputs: any, a divergent barrier is undefined
// The very kernel of div-data.fixed.cl: the data decide.
kernel void k(global int *a, global const int *flag) {
  int l = get_local_id(0);
  if (flag[l] > 3) {
    a[l] = 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
//covers: div-branches
