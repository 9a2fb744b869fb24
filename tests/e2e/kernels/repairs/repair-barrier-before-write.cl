//lockstep: loop irregular-loop repair-barrier-before-write.cl:13 repair-barrier-before-write.cl:13 repair-barrier-before-write.cl:15
//lockstep: race read-write intra-group local repair-barrier-before-write.cl:13 repair-barrier-before-write.cl:15
//launch: kernel=k global=8 local=8 arg=0:buffer,32,zeros:int
//repair: put a barrier between the loop and the write
//options: --warn=irregular-loop
//outputs: any, a race decides
kernel void k(global int *out) {
  local int bound;
  const int l = get_local_id(0);
  if (l == 0) bound = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  int n = 0;
  while (n < bound)
    ++n;
  if (l == 0) bound = 0;
  out[get_global_id(0)] = n;
}
