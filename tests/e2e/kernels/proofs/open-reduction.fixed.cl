//lockstep: clean
//launch: kernel=k global=128 local=32 arg=0:buffer,512,random:1:float arg=1:buffer,16,zeros:float arg=2:local:128 arg=3:uint:128
//pruned: 1
// The guard is for launches that are rounded up; in this one nobody leaves.
kernel void k(global const float *in, global float *out, local float *scratch, uint n) {
  if (get_global_id(0) >= n) return;
  size_t lid = get_local_id(0);
  scratch[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (lid < s) scratch[lid] += scratch[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) out[get_group_id(0)] = scratch[0];
}
