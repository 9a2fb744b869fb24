//lockstep: timeout timeout-loop-with-barrier.cl:13
//lockstep: timeout timeout-loop-with-barrier.cl:14
//lockstep: timeout timeout-loop-with-barrier.cl:17
//launch: kernel=k global=16 local=8 arg=0:buffer,64,zeros:int
//options: --launch-timeout=1
//outputs: any, nobody says when to stop
kernel void k(global int *out) {
  local int go;
  const int l = get_local_id(0);
  if (l == 0)
    go = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (go) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0 && out[get_group_id(0) * 8] > 1000)
      go = 2;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = 1;
}
//covers: timeout-barriers
