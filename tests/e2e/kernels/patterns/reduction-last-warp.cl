//lockstep: maybe race read-write intra-group local reduction-last-warp.cl:17 reduction-last-warp.cl:18
//lockstep: maybe race read-write intra-group local reduction-last-warp.cl:17 reduction-last-warp.cl:19
//lockstep: maybe race read-write intra-group local reduction-last-warp.cl:18 reduction-last-warp.cl:18
//lockstep: maybe race read-write intra-group local reduction-last-warp.cl:18 reduction-last-warp.cl:19
//lockstep: maybe race read-write intra-group local reduction-last-warp.cl:19 reduction-last-warp.cl:19
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int arg=1:buffer,4,zeros:int
//outputs: any, a partial sum may be read before it is complete
// The last levels trust that a "warp" advances in step; OpenCL does not promise that.
kernel void k(global const int *in, global int *out) {
  local volatile int t[16];
  int l = get_local_id(0);
  t[l] = in[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 8) t[l] = t[l] + t[l + 8];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 4) {
    t[l] = t[l] + t[l + 4];
    t[l] = t[l] + t[l + 2];
    t[l] = t[l] + t[l + 1];
  }
  if (l == 0) out[0] = t[0];
}
