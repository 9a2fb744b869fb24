//lockstep: race atomic-plain inter-group global rsp-functions.cl:23 rsp-functions.cl:38
//lockstep: race atomic-plain inter-group global rsp-functions.cl:24 rsp-functions.cl:39
//lockstep: race atomic-plain inter-group global rsp-functions.cl:25 rsp-functions.cl:40
//lockstep: race atomic-plain inter-group global rsp-functions.cl:26 rsp-functions.cl:41
//lockstep: race atomic-plain inter-group global rsp-functions.cl:27 rsp-functions.cl:42
//lockstep: race atomic-plain inter-group global rsp-functions.cl:28 rsp-functions.cl:43
//lockstep: race atomic-plain inter-group global rsp-functions.cl:29 rsp-functions.cl:44
//lockstep: race atomic-plain inter-group global rsp-functions.cl:30 rsp-functions.cl:45
//lockstep: race atomic-plain inter-group global rsp-functions.cl:31 rsp-functions.cl:46
//lockstep: race atomic-plain inter-group global rsp-functions.cl:32 rsp-functions.cl:47
//lockstep: race atomic-plain inter-group global rsp-functions.cl:33 rsp-functions.cl:48
//lockstep: race atomic-plain inter-group global rsp-functions.cl:34 rsp-functions.cl:49
//lockstep: race atomic-plain inter-group global rsp-functions.cl:35 rsp-functions.cl:50
//lockstep: race atomic-plain inter-group global rsp-functions.cl:36 rsp-functions.cl:51
//build: -cl-std=CL3.0
//launch: kernel=k global=2 local=1 arg=0:buffer,48,iota:int arg=1:buffer,4,zeros:int arg=2:buffer,8,zeros:int arg=3:buffer,8,zeros:int
//outputs: any, the remote operations may come before or after the others
// Every remote form is atomic, and only that: plain accesses race with it.
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
    ((global volatile int *)a)[0] = 0;
    ((global volatile int *)a)[1] = 1;
    ((global volatile int *)a)[2] = 2;
    ((global volatile int *)a)[3] = 3;
    ((global volatile int *)a)[4] = 4;
    ((global volatile int *)a)[5] = 5;
    ((global volatile int *)a)[6] = 6;
    ((global volatile int *)a)[7] = 7;
    ((global volatile int *)a)[8] = 8;
    ((global volatile int *)a)[9] = 9;
    ((global volatile int *)a)[10] = 10;
    ((global volatile int *)a)[11] = 11;
    *(global volatile float *)d = 1.0f;
    *(global volatile long *)l = 5L;
  }
  out[get_global_id(0)] = s;
}
//covers: rsp-functions
