//lockstep: divergence div-next-iteration.cl:12 *
//launch: kernel=k global=8 local=8 arg=0:buffer,32,zeros:int
//outputs: any, a divergent barrier is undefined
// Work-item 0 begins again and meets the barrier three times, the others once.
kernel void k(global int *out) {
  int l = get_local_id(0), rounds = 0, inner = 0;
again:
  inner = 0;
  while (inner < 1) {
    ++inner;
    out[l] = rounds;
    barrier(CLK_LOCAL_MEM_FENCE);
    ++rounds;
    if (l == 0 && rounds < 3) goto again;
  }
  out[l] = rounds;
}
//covers: div-iterations
