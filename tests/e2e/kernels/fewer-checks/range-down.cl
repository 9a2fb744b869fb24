//lockstep: race read-write intra-group local range-down.cl:12 range-down.cl:13
//launch: kernel=k global=32 local=32 arg=0:buffer,128,zeros:int arg=1:int:64
//at: 12..15
//outputs: any, the read may come before or after the write
// Downwards; the last element read is the lowest.
kernel void k(global int *out, int n) {
  local int l[64];
  int i = get_local_id(0), sum = 0;
  for (int j = i; j < 64; j += 32) l[j] = j;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = n - 1; k >= 3; --k)
    sum += l[k];
  if (i == 5) l[i - 2] = sum;
  out[i] = sum;
}
//covers: merged-range
