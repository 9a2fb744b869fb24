//values: OUT=CLK_LOCAL_MEM_FENCE|CLK_GLOBAL_MEM_FENCE IN=CLK_LOCAL_MEM_FENCE|CLK_GLOBAL_MEM_FENCE
//weaken: read-write intra-group global: OUT=CLK_LOCAL_MEM_FENCE
//weaken: read-write intra-group global: IN=CLK_LOCAL_MEM_FENCE
//weaken: read-write intra-group global: OUT=CLK_LOCAL_MEM_FENCE IN=CLK_LOCAL_MEM_FENCE
//launch: kernel=k global=8 local=8 arg=0:buffer,4,zeros:int arg=1:buffer,32,zeros:int
// A flag in local memory orders global data only through fences that name both regions.
kernel void k@(global int *data, global int *out) {
  local atomic_int flag;
  const int l = get_local_id(0);
  if (l == 0) atomic_init(&flag, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    *data = 42;
    atomic_work_item_fence($OUT, memory_order_release, memory_scope_work_group);
    atomic_store_explicit(&flag, 1, memory_order_relaxed, memory_scope_work_group);
  } else if (atomic_load_explicit(&flag, memory_order_relaxed, memory_scope_work_group)) {
    atomic_work_item_fence($IN, memory_order_acquire, memory_scope_work_group);
    out[l] = *data;
  }
}
