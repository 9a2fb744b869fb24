//lockstep: clean
//launch: kernel=k global=16 local=8 arg=0:buffer,64,zeros:int
//options: --launch-timeout=100
// The same, with an end; made resumable for the limit's sake, with the same results.
kernel void k(global int *out) {
  local int go;
  const int l = get_local_id(0);
  if (l == 0)
    go = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  int rounds = 0;
  while (go) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0)
      go -= 1;
    ++rounds;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = rounds;
}
//covers: timeout-barriers
