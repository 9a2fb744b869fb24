// Those that stay write one value, which the leaver's write races with; not with each other.
//lockstep: race write-write intra-group local left-same-value.cl:11 left-same-value.cl:15
//lockstep: divergence left-same-value.cl:12 left-same-value.cl:14
//launch: kernel=k global=64 local=16 arg=0:buffer,256,zeros:int
//outputs: any, a race decides
kernel void k(global int *out) {
  local int flag[1];
  int l = get_local_id(0);
  if (l == 0) {
    out[get_global_id(0)] = 7;
    flag[0] = 0;
    return;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  flag[0] = 1;
  out[get_global_id(0)] = 1;
}
