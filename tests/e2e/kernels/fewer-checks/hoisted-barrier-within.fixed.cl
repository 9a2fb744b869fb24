//lockstep: clean
//launch: kernel=k global=32 local=32 arg=0:buffer,128,zeros:int
kernel void k(global int *out) {
  local int l[1]; int i = get_local_id(0), sum = 0; if (i == 0) l[0] = 1; barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < 3; ++round) {
    sum += l[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 31 && round == 1) l[0] = 5;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = sum;
}
