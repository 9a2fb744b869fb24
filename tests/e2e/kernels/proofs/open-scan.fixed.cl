//lockstep: clean
//launch: kernel=k global=64 local=32 arg=0:buffer,256,random:1:float arg=1:buffer,256,zeros:float
//pruned: 1
// Each work-item finds out by itself how often it goes round.
kernel void k(global const float *in, global float *out) {
  local float sums[2][32];
  uint lid = get_local_id(0), from = 0;
  sums[0][lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint end = 32 + (get_global_id(0) >> 31);
  for (uint distance = 1; distance < end; distance *= 2) {
    float sum = sums[from][lid];
    if (lid >= distance) sum += sums[from][lid - distance];
    sums[1 - from][lid] = sum;
    from = 1 - from;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sums[from][lid];
}
