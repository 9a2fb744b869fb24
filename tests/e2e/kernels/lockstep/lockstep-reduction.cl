//lockstep: race read-write intra-group local lockstep-reduction.cl:10 lockstep-reduction.cl:10 lockstep-only=32
//launch: kernel=k global=64 local=32 arg=0:buffer,256,iota:int arg=1:buffer,8,zeros:int
//outputs: any, the sum depends on the race
// The last steps of a reduction without barriers, as code for one warp has it.
kernel void k(global const int *in, global int *out) {
  local volatile int s[32];
  int l = get_local_id(0);
  s[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 16; d > 0; d >>= 1) if (l < d) s[l] += s[l + d];
  if (l == 0) out[get_group_id(0)] = s[0];
}
//covers: simt-ordered, simt-marking
