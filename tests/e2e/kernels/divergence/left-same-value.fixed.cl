//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,256,zeros:int
kernel void k(global int *out) {
  local int flag[1];
  int l = get_local_id(0);
  if (l == 0) {
    out[get_global_id(0)] = 7;
    flag[0] = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 1) flag[0] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l != 0) out[get_global_id(0)] = 1;
}
