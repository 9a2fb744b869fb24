//lockstep: race read-write intra-group local lockstep-two-warps.cl:9 lockstep-two-warps.cl:9
//launch: kernel=k global=64 local=64 arg=0:buffer,256,iota:int arg=1:buffer,4,zeros:int
//options: --model=lockstep:32
//outputs: any, the sum depends on the race
kernel void k(global const int *in, global int *out) {
  local volatile int s[64];
  int l = get_local_id(0);
  s[l] = in[l]; barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 64; d <<= 1) if (l % (2 * d) == 0) s[l] += s[l + d];  // the last step: two warps
  if (l == 0) out[0] = s[0];
}
//covers: simt-other-blocks
