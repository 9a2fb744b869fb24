//lockstep: clean
//launch: kernel=k global=2 local=2 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,4,zeros:int
//build: -cl-std=CL3.0
//options: --scope-inclusion=strict
// The same scope on both sides.
kernel void k(global int *data, global atomic_int *flag, global int *out) {
  for (int i = 0; i < 2; ++i) if (i == 0 && get_local_id(0) == 0) {
    *data = 42;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
  } else if (get_local_id(0) == 1) {
    if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device))
      *out = *data;
  }
}
