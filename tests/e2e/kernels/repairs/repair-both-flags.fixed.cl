//lockstep: clean
//launch: kernel=k global=4 local=4 arg=0:buffer,16,zeros:int
//made: use CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE at the fences (repair-both-flags.cl:13:5, repair-both-flags.cl:16:5)
//build: -cl-std=CL3.0
//outputs: any, a race decides
kernel void k(global int *data) {
  local atomic_int flag;
  const int l = get_local_id(0);
  if (l == 0) atomic_init(&flag, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 2; ++i) if (i == 0 && l == 0) {
    data[0] = 5;
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
    atomic_store_explicit(&flag, 1, memory_order_relaxed, memory_scope_work_group);
  } else if (l != 0 && atomic_load_explicit(&flag, memory_order_relaxed, memory_scope_work_group)) {
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_work_group);
    data[l] = data[0];
  }
}
