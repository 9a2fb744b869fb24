//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,128,zeros:int arg=1:int:3
//made: put barrier(CLK_LOCAL_MEM_FENCE) between them, where every work-item of the group reaches it
kernel void k(global int *out, int value) {
  local int shared_value;
  int i = get_global_id(0);
  if (get_local_id(0) == 0) shared_value = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = i % 3 ? out[i] + 1 : 7;
  out[i] = sum + shared_value;
}
