//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,4,zeros:int
//made: if an atomic is meant as a lock or flag, let it release behind the one access and acquire before the other, with memory_scope_device (docs/atomics.md)
//build: -cl-std=CL3.0
kernel void k(global int *data, global atomic_int *flag, global int *out) {
  if (get_group_id(0) == 0) {
    data[0] = 42;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
  } else {
    while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 0) {
    }
    out[0] = data[0];
  }
}
