//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,256,zeros:int
//made: give the barrier memory_scope_work_group
//build: -cl-std=CL3.0
kernel void k(global int *out) {
  local int part[16];
  const int l = get_local_id(0);
  part[l] = l;
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  out[get_global_id(0)] = part[l ^ 1];
}
