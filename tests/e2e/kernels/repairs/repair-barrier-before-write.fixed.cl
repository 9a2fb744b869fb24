//lockstep: clean
//launch: kernel=k global=8 local=8 arg=0:buffer,32,zeros:int
//made: put a barrier between the loop and the write
//options: --warn=irregular-loop
kernel void k(global int *out) {
  local int bound;
  const int l = get_local_id(0);
  if (l == 0) bound = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  int n = 0;
  while (n < bound)
    ++n;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) bound = 0;
  out[get_global_id(0)] = n;
}
