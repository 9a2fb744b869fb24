//lockstep: race read-write intra-group local reduction.cl:11 reduction.cl:11
//launch: kernel=k global=64 local=32 arg=0:buffer,256,iota:int arg=1:buffer,8,zeros:int
//outputs: any, a partial sum may be read before it is complete
// A tree reduction without the barrier between its levels.
kernel void k(global const int *in, global int *out) {
  local int t[32];
  int l = get_local_id(0);
  t[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 16; s > 0; s /= 2)
    if (l < s) t[l] += t[l + s];
  if (l == 0) out[get_group_id(0)] = t[0];
}
