//lockstep: divergence divergence.cl:9 *
//launch: kernel=k global=1048576 local=256 arg=0:buffer,4194304,iota:int arg=1:buffer,4194304,zeros:int
//outputs: any, a divergent barrier is undefined
kernel void k(global const int *in, global int *out) {
  local int t[256];
  int l = get_local_id(0);
  t[l] = in[get_global_id(0)];
  if (l < 128) {
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = t[l];
  }
}
