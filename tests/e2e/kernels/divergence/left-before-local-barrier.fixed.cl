//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int
//made: let every work-item of the group reach the barrier (line 14): guard the work around it instead of returning early
//made: add CLK_GLOBAL_MEM_FENCE to its flags
kernel void k(global int *data) {
  int l = get_local_id(0);
  if (l == 3) data[0] = 7;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (l == 0) data[0] = 9;
}
