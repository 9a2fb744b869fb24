//lockstep: race atomic-plain inter-group global atomic-flag.cl:8 atomic-flag.cl:11
//lockstep: race atomic-plain inter-group global atomic-flag.cl:9 atomic-flag.cl:12
//build: -cl-std=CL3.0
//launch: kernel=k global=2 local=1 arg=0:buffer,8,zeros:int arg=1:buffer,8,zeros:int
//outputs: any, the reads may come before or after the writes
kernel void k(global atomic_flag *f, global int *out) {
  if (get_global_id(0) == 0) {
    out[0] = atomic_flag_test_and_set_explicit(&f[0], memory_order_relaxed, memory_scope_device);
    atomic_flag_clear_explicit(&f[1], memory_order_relaxed, memory_scope_device);
  } else {
    int set = *(global int *)&f[0];
    out[1] = set + *(global int *)&f[1];
  }
}
//covers: atomic-flag
