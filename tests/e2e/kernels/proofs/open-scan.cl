//lockstep: race read-write intra-group local open-scan.cl:13 open-scan.cl:14
//launch: kernel=k global=64 local=32 arg=0:buffer,256,random:1:float arg=1:buffer,256,zeros:float
//pruned: 0
//outputs: any, the race decides them
// In one array: the neighbour's sum may be the new one.
kernel void k(global const float *in, global float *out) {
  local float sums[32];
  uint lid = get_local_id(0);
  sums[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint end = 2 + (get_global_id(0) >> 31);
  for (uint distance = 1; distance < end; distance *= 2) {
    float sum = lid >= distance ? sums[lid - distance] : 0.0f;
    sums[lid] += sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sums[lid];
}
