//lockstep: clean
//launch: kernel=k global=256 local=64 arg=0:buffer,1024,random:1:float arg=1:buffer,16,zeros:float arg=2:local:256
//pruned: 1
kernel void k(global const float *in, global float *out, local float *scratch) {
  uint lid = get_local_id(0);
  scratch[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (lid < s) scratch[lid] += scratch[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) out[get_group_id(0)] = scratch[0];
}
