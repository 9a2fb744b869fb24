//lockstep: clean
//launch: kernel=k global=4 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int
//build: -cl-std=CL3.0
kernel void k(volatile global int *lock, global int *count) {
  int taken = 0;
  for (int i = 0; i < 1000000 && !taken; ++i)
    taken = atomic_cmpxchg(lock, 0, 1) == 0;
  if (!taken) return;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
  *count += 1;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
  atomic_xchg(lock, 0);
}
