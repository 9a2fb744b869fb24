//lockstep: divergence div-switch.cl:10 *
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int
//outputs: any, a divergent barrier is undefined
kernel void k(global int *a) {
  int l = get_local_id(0);
  switch (l % 3) {
    case 0: a[l] = 5; break;
    case 1: a[l] = 6; break;
    default:
      barrier(CLK_GLOBAL_MEM_FENCE);
      a[l] = 7;
  }
}
//covers: div-branches
