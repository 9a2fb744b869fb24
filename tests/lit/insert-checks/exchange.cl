// An exchange that leaves what it finds is marked (1 << 23), if it publishes nothing.
// RUN: %source_ll %s -cl-std=CL3.0 > %t.ll
// RUN: lockstep-opt --variant=full --passes=prepare,lower-builtins,add-hidden-args,insert-checks --strip-debug %t.ll -o - | FileCheck %s
kernel void k(global atomic_int *lock) {
  // CHECK: %[[FOUND:.*]] = atomicrmw xchg {{.*}}, i32 1 monotonic
  // CHECK: %[[SAME:.*]] = icmp eq i32 %[[FOUND]], 1
  // CHECK: %[[WHAT:.*]] = select i1 %[[SAME]], i32 8487108, i32 98500
  // CHECK: call{{.*}} i32 @__lockstep_sync_give({{.*}}, i32 %[[WHAT]],
  atomic_exchange_explicit(lock, 1, memory_order_relaxed, memory_scope_device);
  // CHECK: %[[FOUND:.*]] = atomicrmw xchg {{.*}}, i32 2 acquire
  // CHECK: icmp eq i32 %[[FOUND]], 2
  atomic_exchange_explicit(lock, 2, memory_order_acquire, memory_scope_device);
  // CHECK: atomicrmw xchg {{.*}}, i32 3 seq_cst
  // CHECK-NOT: icmp eq {{.*}}, 3
  atomic_exchange(lock, 3);
}
