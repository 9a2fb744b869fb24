//lockstep: race read-write intra-group local phase-reduce-strided.cl:12 phase-reduce-strided.cl:13
//launch: kernel=k global=256 local=64 arg=0:buffer,1024,random:1:float arg=1:buffer,16,zeros:float arg=2:local:256
//pruned: 0
//outputs: any, the race decides them
kernel void k(global const float *in, global float *out, local float *scratch) {
  uint lid = get_local_id(0);
  scratch[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 1; s < get_local_size(0); s *= 2) {
    uint at = s * lid;
    if (at + s < get_local_size(0))
      scratch[at] +=
          scratch[at + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) out[get_group_id(0)] = scratch[0];
}
