//lockstep: out-of-bounds global 0 bounds-synchronising.cl:10
//lockstep: out-of-bounds global 0 bounds-synchronising.cl:9
//build: -cl-std=CL3.0
//launch: kernel=k global=32 local=16 arg=0:buffer,4,zeros:int arg=1:buffer,124,iota:int arg=2:buffer,124,zeros:int
//outputs: any, what lies behind a buffer is anything
// In a kernel that synchronises with atomics: a plain access and an atomic one.
kernel void k(global atomic_int *flag, global int *a, global atomic_int *bins) {
  atomic_fetch_add_explicit(flag, 1, memory_order_acq_rel, memory_scope_device);
  a[get_global_id(0)] += 1;
  atomic_fetch_add_explicit(&bins[get_global_id(0)], 1, memory_order_relaxed, memory_scope_device);
}
//covers: bounds
