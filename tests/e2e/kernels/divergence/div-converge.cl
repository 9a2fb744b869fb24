//lockstep: divergence div-converge.cl:9 *
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
//outputs: any, a divergent barrier is undefined
// Each work-item iterates until its own value is large enough.
kernel void k(global int *a) {
  int l = get_local_id(0), v = a[l];
  while (v < 10) {
    v = 2 * v + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  a[l] = v;
}
//covers: div-goes-on
