//lockstep: race read-write intra-group local loop-end-asked.cl:12 loop-end-asked.cl:12
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:uint arg=1:buffer,16,zeros:uint arg=2:buffer,64,iota:uint
//outputs: any, a sum is read while it is written
// A tree whose first round fills it: PoCL's optimiser made one switch of both tests of `s`, one way of which leaves a
// loop with a barrier. One work-item more than there are sums adds to one.
kernel void k(global const uint *in, global uint *out, global const uint *place) {
  local uint sum[32];
  const uint lid = get_local_id(0);
  for (uint s = 8; s != 0; s >>= 1) {
    if (s == 8) sum[place[lid]] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid <= s) sum[lid] += sum[lid + s];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) out[get_group_id(0)] = sum[0];
}
