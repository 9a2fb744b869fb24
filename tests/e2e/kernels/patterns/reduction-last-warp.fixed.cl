//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int arg=1:buffer,4,zeros:int
kernel void k(global const int *in, global int *out) {
  local volatile int t[16];
  int l = get_local_id(0);
  t[l] = in[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 8) t[l] = t[l] + t[l + 8];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 4) t[l] = t[l] + t[l + 4];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 2) t[l] = t[l] + t[l + 2];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 1) t[l] = t[l] + t[l + 1];
  if (l == 0) out[0] = t[0];
}
