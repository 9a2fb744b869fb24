//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,256,zeros:int
// Who writes another value does it behind a barrier.
kernel void k(global int *out) {
  local int flag[1];
  int t = get_local_id(0);
  if (t == 0) flag[0] = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 5) flag[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 6) flag[0] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = flag[0];
}
