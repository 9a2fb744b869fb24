//lockstep: race read-write intra-group local range-no-iteration.cl:11 range-no-iteration.cl:12
//launch: kernel=k global=32 local=32 arg=0:buffer,128,zeros:int arg=1:int:20
//at: 0..3
//outputs: any, the read may come before or after the write
kernel void k(global int *out, int n) {
  local int l[64];
  int i = get_local_id(0), sum = 0;
  for (int j = i; j < 64; j += 32) l[j] = j;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < n; ++k)
    sum += l[k];
  if (i == 5) l[0] = sum;
  out[i] = sum;
}
//covers: merged-range
