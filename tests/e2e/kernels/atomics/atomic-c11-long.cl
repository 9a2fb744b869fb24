//lockstep: race atomic-plain inter-group global atomic-c11-long.cl:11 atomic-c11-long.cl:14
//lockstep: race atomic-plain inter-group global atomic-c11-long.cl:12 atomic-c11-long.cl:15
//build: -cl-std=CL3.0
//launch: kernel=k global=2 local=1 arg=0:buffer,16,iota:long arg=1:buffer,8,zeros:long
//outputs: any, the reads may come before or after the writes
// Parts of 64-bit atomics are accessed plainly.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
kernel void k(global atomic_ulong *a, global long *out) {
  if (get_global_id(0) == 0) {
    atomic_fetch_max_explicit(&a[0], 1UL << 40, memory_order_relaxed, memory_scope_device);
    out[0] = atomic_load_explicit(&a[1], memory_order_relaxed, memory_scope_device);
  } else {
    int high = ((global int *)a)[1];
    ((global char *)a)[15] = 1;
  }
}
//covers: atomics-c11, atomics-mixed-size
