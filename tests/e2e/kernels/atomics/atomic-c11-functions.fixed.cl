//lockstep: clean
//build: -cl-std=CL3.0
//launch: kernel=k global=2 local=1 arg=0:buffer,48,iota:int arg=1:buffer,4,zeros:int
//outputs: any, the loads may come before or after the others
kernel void k(global atomic_int *a, global int *out) {
  int nine = 9, ten = 10;
  if (get_global_id(0) == 0) {
    int s = 0;
    s += atomic_load_explicit(&a[0], memory_order_relaxed, memory_scope_device);
    s += atomic_load_explicit(&a[1], memory_order_relaxed, memory_scope_device);
    s += atomic_load_explicit(&a[2], memory_order_relaxed, memory_scope_device);
    s += atomic_load_explicit(&a[3], memory_order_relaxed, memory_scope_device);
    s += atomic_load_explicit(&a[4], memory_order_relaxed, memory_scope_device);
    s += atomic_load_explicit(&a[5], memory_order_relaxed, memory_scope_device);
    s += atomic_load_explicit(&a[6], memory_order_relaxed, memory_scope_device);
    s += atomic_load_explicit(&a[7], memory_order_relaxed, memory_scope_device);
    s += atomic_load_explicit(&a[8], memory_order_relaxed, memory_scope_device);
    s += atomic_load_explicit(&a[9], memory_order_relaxed, memory_scope_device);
    s += atomic_load_explicit(&a[10], memory_order_relaxed, memory_scope_device);
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
  }
}
