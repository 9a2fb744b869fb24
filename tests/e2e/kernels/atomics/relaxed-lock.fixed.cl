//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,8,zeros:int
//outputs: any, a group whose turn does not come in a million attempts gives up
//build: -cl-std=CL3.0
kernel void k(global int *state) {
  if (get_local_id(0) != 0) return;
  volatile global atomic_int *lock = (volatile global atomic_int *)state;
  int taken = 0;
  for (int i = 0; i < 1000000 && !taken; ++i) {
    int open = 0;
    taken = atomic_compare_exchange_strong_explicit(lock, &open, 1, memory_order_acquire,
                                                    memory_order_relaxed, memory_scope_device);
  }
  if (!taken) return;
  state[1] += 1;
  atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
}
