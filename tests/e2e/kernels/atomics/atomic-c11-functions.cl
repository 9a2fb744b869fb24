//lockstep: race atomic-plain inter-group global atomic-c11-functions.cl:35 atomic-c11-functions.cl:21
//lockstep: race atomic-plain inter-group global atomic-c11-functions.cl:36 atomic-c11-functions.cl:22
//lockstep: race atomic-plain inter-group global atomic-c11-functions.cl:37 atomic-c11-functions.cl:23
//lockstep: race atomic-plain inter-group global atomic-c11-functions.cl:38 atomic-c11-functions.cl:24
//lockstep: race atomic-plain inter-group global atomic-c11-functions.cl:39 atomic-c11-functions.cl:25
//lockstep: race atomic-plain inter-group global atomic-c11-functions.cl:40 atomic-c11-functions.cl:26
//lockstep: race atomic-plain inter-group global atomic-c11-functions.cl:41 atomic-c11-functions.cl:27
//lockstep: race atomic-plain inter-group global atomic-c11-functions.cl:42 atomic-c11-functions.cl:28
//lockstep: race atomic-plain inter-group global atomic-c11-functions.cl:43 atomic-c11-functions.cl:29
//lockstep: race atomic-plain inter-group global atomic-c11-functions.cl:44 atomic-c11-functions.cl:30
//lockstep: race atomic-plain inter-group global atomic-c11-functions.cl:45 atomic-c11-functions.cl:31
//lockstep: race read-write inter-group global atomic-c11-functions.cl:46 atomic-c11-functions.cl:32
//build: -cl-std=CL3.0
//launch: kernel=k global=2 local=1 arg=0:buffer,48,iota:int arg=1:buffer,4,zeros:int
//outputs: any, the plain reads may come before or after the atomics
// atomic_init is no atomic operation: it writes plainly.
kernel void k(global atomic_int *a, global int *out) {
  int nine = 9, ten = 10;
  if (get_global_id(0) == 0) {
    int s = 0;
    s += ((global int *)a)[0];
    s += ((global int *)a)[1];
    s += ((global int *)a)[2];
    s += ((global int *)a)[3];
    s += ((global int *)a)[4];
    s += ((global int *)a)[5];
    s += ((global int *)a)[6];
    s += ((global int *)a)[7];
    s += ((global int *)a)[8];
    s += ((global int *)a)[9];
    s += ((global int *)a)[10];
    s += ((global int *)a)[11];
    out[0] = s;
  } else {
    atomic_fetch_add_explicit(&a[0], 1, memory_order_relaxed, memory_scope_device);
    atomic_fetch_sub_explicit(&a[1], 1, memory_order_relaxed, memory_scope_device);
    atomic_fetch_or_explicit(&a[2], 8, memory_order_relaxed, memory_scope_device);
    atomic_fetch_xor_explicit(&a[3], 1, memory_order_relaxed, memory_scope_device);
    atomic_fetch_and_explicit(&a[4], 3, memory_order_relaxed, memory_scope_device);
    atomic_fetch_min_explicit(&a[5], -1, memory_order_relaxed, memory_scope_device);
    atomic_fetch_max_explicit(&a[6], 99, memory_order_relaxed, memory_scope_device);
    atomic_exchange_explicit(&a[7], 99, memory_order_relaxed, memory_scope_device);
    atomic_store_explicit(&a[8], 99, memory_order_relaxed, memory_scope_device);
    atomic_compare_exchange_strong_explicit(&a[9], &nine, 1, memory_order_relaxed, memory_order_relaxed, memory_scope_device);
    atomic_compare_exchange_weak_explicit(&a[10], &ten, 1, memory_order_relaxed, memory_order_relaxed, memory_scope_device);
    atomic_init(&a[11], 1);
  }
}
//covers: atomics-c11, atomic-init
