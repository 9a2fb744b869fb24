//lockstep: divergence div-break.cl:9 *
//launch: kernel=k global=8 local=8 arg=0:buffer,32,iota:int
//outputs: any, a divergent barrier is undefined
// A search that leaves the loop as soon as it has found something.
kernel void k(global int *a) {
  int l = get_local_id(0), v = a[l];
  for (int i = 0; i < 6; ++i) {
    if (v == i) break;
    barrier(CLK_GLOBAL_MEM_FENCE);
    v += 1 - (v & 1);
  }
  a[l] = v;
}
//covers: div-iterations
