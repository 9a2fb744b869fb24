//lockstep: clean
//launch: kernel=k global=8 local=8 arg=0:buffer,32,zeros:int
// All begin again.
kernel void k(global int *out) {
  int l = get_local_id(0), rounds = 0, inner = 0;
again:
  inner = 0;
  while (inner < 1) {
    ++inner;
    out[l] = rounds;
    barrier(CLK_LOCAL_MEM_FENCE);
    ++rounds;
    if (rounds < 3) goto again;
  }
  out[l] = rounds;
}
