//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int
kernel void k(global int *out) {
  local int tile[16];
  int l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = tile[l ^ 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 8) {
    if (l < 4) tile[l] = 2;
    sum += tile[4 + (l & 3)];
  } else {
    sum += tile[8 + (l & 7 ^ 1)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = tile[15 - l];
}
