//lockstep: race atomic-plain intra-group local atomic-c11-local.cl:9 atomic-c11-local.cl:10
//build: -cl-std=CL3.0
//launch: kernel=k global=32 local=16 arg=0:buffer,8,zeros:int
//outputs: any, the count is read before all have counted
kernel void k(global int *out) {
  local atomic_int count;
  if (get_local_id(0) == 0) atomic_init(&count, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed, memory_scope_work_group);
  if (get_local_id(0) == 3) out[get_group_id(0)] = *(local int *)&count;
}
//covers: atomics-c11
