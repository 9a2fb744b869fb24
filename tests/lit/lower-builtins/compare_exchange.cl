// What a failed compare-exchange found is written to `expected`: shared memory only if it failed.
// RUN: %source_ll %s -cl-std=CL3.0 > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins --strip-debug %t.ll -o - | FileCheck %s
kernel void mine(global atomic_int *a) {
  int expected = 1;
  atomic_compare_exchange_strong_explicit(a, &expected, 2, memory_order_acq_rel,
                                          memory_order_relaxed, memory_scope_device);
}
// CHECK: define{{.*}}@mine(
// CHECK: cmpxchg {{i32|ptr}} addrspace(1){{[*]?}} %{{.*}} acq_rel monotonic
// CHECK: select
// CHECK-NOT: br i1
kernel void shared(global atomic_int *a, global int *expected, global int *done) {
  *done = atomic_compare_exchange_weak_explicit(a, expected, 2, memory_order_relaxed,
                                                memory_order_relaxed, memory_scope_device);
}
// CHECK: define{{.*}}@shared(
// CHECK: %[[OLD:.*]] = load i32, {{i32|ptr}} addrspace(1){{[*]?}}
// CHECK: cmpxchg {{i32|ptr}} addrspace(1){{[*]?}} %{{.*}}, i32 %[[OLD]], i32 2 monotonic monotonic
// CHECK: br i1
// CHECK: store i32 %{{.*}}, {{i32|ptr}} addrspace(1){{[*]?}} %expected
// CHECK: store i32 %{{.*}}, {{i32|ptr}} addrspace(1){{[*]?}} %done
