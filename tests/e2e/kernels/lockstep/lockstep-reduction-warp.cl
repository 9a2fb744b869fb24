//lockstep: race read-write intra-group local lockstep-reduction-warp.cl:11 lockstep-reduction-warp.cl:11
//launch: kernel=k global=64 local=32 arg=0:buffer,256,iota:int arg=1:buffer,8,zeros:int
//options: --model=lockstep:8
//outputs: any, the sum depends on the race
// Blocks of a quarter of the work-items: the second step reads what another block wrote.
kernel void k(global const int *in, global int *out) {
  local volatile int s[32];
  int l = get_local_id(0);
  s[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 16; d > 0; d >>= 1) if (l < d) s[l] += s[l + d];
  if (l == 0) out[get_group_id(0)] = s[0];
}
//covers: simt-ordered, simt-block-sizes
