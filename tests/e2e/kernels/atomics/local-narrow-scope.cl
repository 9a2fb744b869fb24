//lockstep: race scope intra-group local local-narrow-scope.cl:9 local-narrow-scope.cl:9
//launch: kernel=k global=64 local=16 arg=0:buffer,16,zeros:int
//build: -cl-std=CL3.0
// A count in local memory by atomics that reach nobody but the work-item itself.
kernel void k(global int *out) {
  local atomic_int count;
  if (get_local_id(0) == 0) atomic_init(&count, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed, memory_scope_work_item);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) out[get_group_id(0)] = atomic_load_explicit(&count, memory_order_relaxed, memory_scope_work_group);
}
