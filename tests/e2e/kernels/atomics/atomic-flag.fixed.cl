//lockstep: clean
//build: -cl-std=CL3.0
//launch: kernel=k global=2 local=1 arg=0:buffer,8,zeros:int arg=1:buffer,8,zeros:int
kernel void k(global atomic_flag *f, global int *out) {
  out[get_global_id(0)] = 0;
  if (!atomic_flag_test_and_set_explicit(&f[0], memory_order_relaxed, memory_scope_device))
    atomic_flag_clear_explicit(&f[1], memory_order_relaxed, memory_scope_device);
}
