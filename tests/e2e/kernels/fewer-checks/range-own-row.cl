//lockstep: race read-write intra-group local range-own-row.cl:12 range-own-row.cl:13
//launch: kernel=k global=32 local=32 arg=0:buffer,128,zeros:int arg=1:int:16
//outputs: any, the read may come before or after the write
// Each work-item reads a row of its own, several times, and writes into its neighbour's.
kernel void k(global int *out, int n) {
  local int l[32 * 18];
  int i = get_local_id(0), sum = 0;
  for (int j = i; j < 32 * 18; j += 32) l[j] = j;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < n; ++x)
      sum += l[18 * i + x];
  l[18 * ((i + 1) % 32) + 15] = sum;
  out[i] = sum;
}
//covers: merged-range
