//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,4,zeros:int
//made: use an atomic with memory_order_release at repair-new-atomic.cl:8:5, where the OpenCL 1.x atomic means memory_order_relaxed
//build: -cl-std=CL3.0
kernel void k(global int *data, global atomic_int *flag, global int *out) {
  if (get_group_id(0) == 0) {
    data[0] = 42;
    atomic_exchange_explicit(flag, 1, memory_order_release, memory_scope_device);
  } else {
    while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 0) {
    }
    out[0] = data[0];
  }
}
