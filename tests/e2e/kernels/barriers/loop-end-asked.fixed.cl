//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:uint arg=1:buffer,16,zeros:uint arg=2:buffer,64,iota:uint
// Each sum is one work-item's.
kernel void k(global const uint *in, global uint *out, global const uint *place) {
  local uint sum[32];
  const uint lid = get_local_id(0);
  for (uint s = 8; s != 0; s >>= 1) {
    if (s == 8) sum[place[lid]] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < s) sum[lid] += sum[lid + s];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) out[get_group_id(0)] = sum[0];
}
