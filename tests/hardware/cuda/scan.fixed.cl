//lockstep: clean
//launch: kernel=k global=1048576 local=256 arg=0:buffer,4194304,iota:int arg=1:buffer,4194304,zeros:int
kernel void k(global const int *in, global int *out) {
  local int t[256];
  int l = get_local_id(0);
  t[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 256; d *= 2) {
    int v = l >= d ? t[l - d] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] += v;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = t[l];
}
