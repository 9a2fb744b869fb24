//lockstep: loop irregular-loop loop-body-writes.cl:13 loop-body-writes.cl:13 loop-body-writes.cl:16
//launch: kernel=k global=16 local=8 arg=0:buffer,64,zeros:int
//repair: read it once, before the loop, into a private variable, and let that variable decide
//options: --warn=irregular-loop
// The group counts down together, race-free; still the condition reads what the body writes.
kernel void k(global int *out) {
  local int left;
  const int l = get_local_id(0);
  if (l == 0)
    left = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  int rounds = 0;
  while (left > 0) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0)
      left -= 1;
    ++rounds;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = rounds;
}
//covers: loop-body-writes
