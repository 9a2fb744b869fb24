//lockstep: race read-write intra-group local range-equal-values.cl:13 range-equal-values.cl:14
//lockstep: maybe race write-write intra-group local range-equal-values.cl:14 range-equal-values.cl:14
//launch: kernel=k global=32 local=32 arg=0:buffer,128,zeros:int arg=1:int:64
//outputs: any, the read may come before or after the write
// Two work-items read and write the same elements; that they write the same does not excuse the reads.
kernel void k(global int *out, int n) {
  local int l[64];
  int i = get_local_id(0), sum = 0;
  l[i] = l[i + 32] = 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < 2)
    for (int k = 0; k < n; ++k) {
      sum += l[k];
      l[n - 1 - k] = 7;
    }
  out[i] = sum;
}
//covers: merged-range
