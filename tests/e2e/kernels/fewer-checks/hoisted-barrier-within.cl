//lockstep: race read-write intra-group local hoisted-barrier-within.cl:11 hoisted-barrier-within.cl:9
//launch: kernel=k global=32 local=32 arg=0:buffer,128,zeros:int
//outputs: any, the read may come before or after the write
// The same element in every iteration, but the reads of the third meet what is written behind the barrier
// of the second.
kernel void k(global int *out) {
  local int l[1]; int i = get_local_id(0), sum = 0; if (i == 0) l[0] = 1; barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < 3; ++round) {
    sum += l[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 31 && round == 1) l[0] = 5;
  }
  out[i] = sum;
}
//covers: merged-loop
