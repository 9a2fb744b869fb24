//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,16,zeros:int
kernel void k(global int *out) {
  local int count;
  if (get_local_id(0) == 0) count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&count);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) out[get_group_id(0)] = count;
}
