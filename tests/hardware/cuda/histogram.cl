//lockstep: maybe race read-write intra-group local histogram.cl:10 histogram.cl:10
//lockstep: maybe race write-write intra-group local histogram.cl:10 histogram.cl:10
//launch: kernel=k global=1048576 local=256 arg=0:buffer,4194304,iota:int arg=1:buffer,4194304,zeros:int
//outputs: any, counts may be lost
kernel void k(global const int *in, global int *out) {
  local int t[16];
  int l = get_local_id(0);
  if (l < 16) t[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  t[in[get_global_id(0)] & 15]++;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 16) out[get_group_id(0) * 16 + l] = t[l];
}
