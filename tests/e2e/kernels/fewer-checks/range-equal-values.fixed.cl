//lockstep: clean
//launch: kernel=k global=32 local=32 arg=0:buffer,128,zeros:int arg=1:int:64
// One alone.
kernel void k(global int *out, int n) {
  local int l[64];
  int i = get_local_id(0), sum = 0;
  l[i] = l[i + 32] = 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < 1)
    for (int k = 0; k < n; ++k) {
      sum += l[k];
      l[n - 1 - k] = 7;
    }
  out[i] = sum;
}
