//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,4,zeros:int
//made: put barrier(CLK_LOCAL_MEM_FENCE) between them, where every work-item of the group reaches it
kernel void k(global int *out) {
  local int flag[1];
  int l = get_local_id(0);
  if (l == 0) flag[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) out[0] = flag[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  flag[0] = 1;
}
