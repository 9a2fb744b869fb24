// A kernel that synchronises has a seventh hidden argument; its atomics are performed between two calls,
// in a loop that ends when the cells are given back, and its fences are told.
// RUN: %source_ll %s -cl-std=CL3.0 > %t.ll
// RUN: lockstep-opt --variant=full --passes=prepare,lower-builtins,add-hidden-args,insert-checks --strip-debug --metadata=%t.json %t.ll -o - | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json
kernel void k(global int *data, global atomic_int *flag) {
  // CHECK: @k({{.*}} %lockstep.local, {{%struct\.ls_event_log|ptr}} addrspace(1){{[*]?}} noalias align 8 %lockstep.events)
  // CHECK: %lockstep.self = alloca [5 x i64]
  // It is noted that something is touched.
  // CHECK: store i64 1,
  // Class 2 (write).
  // CHECK: call{{.*}}@__lockstep_sync_plain({{.*}}, i32 0, i32 0, i64 0, i32 4, i32 1, i32 2, i64 42, i32 0, i32 0, i32 0, i32 0)
  // CHECK-NEXT: store i32 42
  *data = 42;
  // Release (2 << 3), device scope (3 << 6), global flag (1 << 13).
  // CHECK: call{{.*}}@__lockstep_sync_fence({{.*}}, i32 8400, i32 4, i32 0, i32 0, i32 0, i32 0)
  // CHECK-NEXT: fence release
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
  // CHECK: lockstep.take:
  // CHECK: %[[TAKEN:.*]] = call{{.*}} i32 @__lockstep_sync_take(
  // CHECK: br i1 {{.*}}, label %lockstep.perform, label %lockstep.take
  // CHECK: lockstep.perform:
  // CHECK-NEXT: {{.*}} = cmpxchg
  // A success is class 4, acquire, work-group scope, reads and writes; a failure class 3, relaxed, reads.
  // CHECK: %[[WHAT:.*]] = select i1 {{.*}}, i32 98444, i32 32899
  // CHECK: call{{.*}} i32 @__lockstep_sync_give({{.*}}, i32 %[[TAKEN]], i32 %{{.*}}, i32 %[[WHAT]], i32 0, i32 0, i32 0, i32 0)
  // CHECK: br i1 {{.*}}, label %lockstep.on, label %lockstep.take
  int expected = 0;
  atomic_compare_exchange_strong_explicit(flag, &expected, 1, memory_order_acquire,
                                          memory_order_relaxed, memory_scope_work_group);
}
// JSON: "synchronises": true
// JSON: "op": "fence"
