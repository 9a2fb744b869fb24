//lockstep: divergence div-2d.cl:8 *
//launch: kernel=k global=8,8 local=4,4 arg=0:buffer,256,zeros:int
//outputs: any, a divergent barrier is undefined
kernel void k(global int *a) {
  int x = get_global_id(0), y = get_global_id(1);
  a[8 * y + x] = x;
  if (get_local_id(0) == get_local_id(1)) {
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
//covers: div-branches
