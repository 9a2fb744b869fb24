//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,4,zeros:int arg=1:buffer,512,zeros:int
//outputs: any, which group takes which task is open
kernel void k(volatile global int *next, global int *out) {
  local int task;
  int l = get_local_id(0);
  for (int round = 0; round < 4; ++round) {
    if (l == 0)
      task = atomic_add(next, 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    int mine = task;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[16 * (mine & 7) + l] = get_group_id(0) + 1;
  }
}
