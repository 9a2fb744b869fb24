// Behind a barrier that all execute again the halves are ordered; and each half is, by its own barrier.
//lockstep: divergence parted-together-again.cl:12 parted-together-again.cl:16
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int
//outputs: any, a divergence decides
kernel void k(global int *out) {
  local int tile[16];
  int l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = tile[l ^ 1];
  if (l < 8) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 4) tile[l] = 2;
    sum += tile[4 + (l & 3)];
  } else {
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[8 + (l & 7 ^ 1)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = tile[15 - l];
}
