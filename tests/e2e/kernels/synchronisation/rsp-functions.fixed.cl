//lockstep: clean
//build: -cl-std=CL3.0
//launch: kernel=k global=2 local=1 arg=0:buffer,48,iota:int arg=1:buffer,4,zeros:int arg=2:buffer,8,zeros:int arg=3:buffer,8,zeros:int
//outputs: any, the remote operations may come before or after the others
// Relaxed operations of work-group scope and remote ones of device scope include each other.
#include <lockstep/rsp.clh>
kernel void k(global atomic_int *a, global atomic_float *d, global atomic_long *l, global int *out) {
  int ten = 10, eleven = 11, s = 0;
  if (get_global_id(0) == 0) {
    s += atomic_load_explicit_remote(&a[0], memory_order_relaxed, memory_scope_device);
    atomic_store_explicit_remote(&a[1], 1, memory_order_relaxed, memory_scope_device);
    atomic_exchange_explicit_remote(&a[2], 7, memory_order_relaxed, memory_scope_device);
    atomic_fetch_add_explicit_remote(&a[3], 1, memory_order_relaxed, memory_scope_device);
    atomic_fetch_sub_explicit_remote(&a[4], 1, memory_order_relaxed, memory_scope_device);
    atomic_fetch_or_explicit_remote(&a[5], 8, memory_order_relaxed, memory_scope_device);
    atomic_fetch_xor_explicit_remote(&a[6], 1, memory_order_relaxed, memory_scope_device);
    atomic_fetch_and_explicit_remote(&a[7], 3, memory_order_relaxed, memory_scope_device);
    atomic_fetch_min_explicit_remote(&a[8], -1, memory_order_relaxed, memory_scope_device);
    atomic_fetch_max_explicit_remote(&a[9], 99, memory_order_relaxed, memory_scope_device);
    atomic_compare_exchange_strong_explicit_remote(&a[10], &ten, 1, memory_order_relaxed, memory_order_relaxed, memory_scope_device);
    atomic_compare_exchange_weak_explicit_remote(&a[11], &eleven, 1, memory_order_relaxed, memory_order_relaxed, memory_scope_device);
    atomic_store_explicit_remote(d, 2.0f, memory_order_relaxed, memory_scope_device);
    atomic_fetch_add_explicit_remote(l, 2L, memory_order_relaxed, memory_scope_device);
  } else {
    s += atomic_load_explicit(&a[0], memory_order_relaxed, memory_scope_work_group);
    s += atomic_load_explicit(&a[1], memory_order_relaxed, memory_scope_work_group);
    s += atomic_load_explicit(&a[2], memory_order_relaxed, memory_scope_work_group);
    s += atomic_load_explicit(&a[3], memory_order_relaxed, memory_scope_work_group);
    s += atomic_load_explicit(&a[4], memory_order_relaxed, memory_scope_work_group);
    s += atomic_load_explicit(&a[5], memory_order_relaxed, memory_scope_work_group);
    s += atomic_load_explicit(&a[6], memory_order_relaxed, memory_scope_work_group);
    s += atomic_load_explicit(&a[7], memory_order_relaxed, memory_scope_work_group);
    s += atomic_load_explicit(&a[8], memory_order_relaxed, memory_scope_work_group);
    s += atomic_load_explicit(&a[9], memory_order_relaxed, memory_scope_work_group);
    s += atomic_load_explicit(&a[10], memory_order_relaxed, memory_scope_work_group);
    s += atomic_load_explicit(&a[11], memory_order_relaxed, memory_scope_work_group);
    s += (int)atomic_load_explicit(d, memory_order_relaxed, memory_scope_work_group);
    s += (int)atomic_load_explicit(l, memory_order_relaxed, memory_scope_work_group);
  }
  out[get_global_id(0)] = s;
}
