//lockstep: race read-write intra-group local range-vectors.cl:12 range-vectors.cl:15
//launch: kernel=k global=32 local=32 arg=0:buffer,128,zeros:int arg=1:int:40
//at: 536..539
//outputs: any, the read may come before or after the write
// A component of a vector that the loop read.
kernel void k(global int *out, int n) {
  local int4 l[64];
  int i = get_local_id(0), sum = 0;
  l[i] = l[i + 32] = (int4)(i);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 1; k < n; ++k) {
    int4 v = l[k];
    sum += v.x + v.y + v.z + v.w;
  }
  if (i == 5) l[33].z = sum;
  out[i] = sum;
}
//covers: merged-range
