//lockstep: race read-write intra-group local reader-forgotten.cl:12 reader-forgotten.cl:14
//launch: kernel=k global=4 local=4 arg=0:buffer,16,zeros:int
//outputs: any, work-item 0's second read may come before or after the write
// Before the barrier 1 reads, after it 0 reads and 2 writes: only 0's read is unordered with the write.
kernel void k(global int *out) {
  local int t;
  int l = get_local_id(0), v = 0;
  if (l == 3) t = 9;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 1) v = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) v = t;
  if (l == 2) v = t + 1;
  if (l == 2) t = v;
  out[l] = v;
}
