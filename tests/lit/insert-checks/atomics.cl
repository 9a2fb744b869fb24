// Atomics are told with their class and scope; a compare-exchange afterwards, by how it ended.
// RUN: %source_ll %s -cl-std=CL3.0 > %t.ll
// RUN: lockstep-opt --variant=full --passes=prepare,lower-builtins,add-hidden-args,insert-checks --strip-debug --metadata=%t.json %t.ll -o - | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json
kernel void k(global atomic_int *a, local uint *l) {
  // Class 3 (atomic read) with device scope (2 << 3).
  // CHECK: call{{.*}}@__lockstep_global_atomic({{.*}}, i32 4, i32 1, i32 19, i32 0, i32 0, i32 0)
  // CHECK-NEXT: load atomic
  atomic_load_explicit(a, memory_order_relaxed, memory_scope_device);
  // Class 4 (atomic write) with device scope (2 << 3).
  // CHECK: call{{.*}}@__lockstep_local_atomic({{.*}}, i32 4, i32 2, i32 20, i32 0, i32 0, i32 0)
  // CHECK-NEXT: atomicrmw add
  atomic_inc(l);
  // CHECK: %[[PAIR:.*]] = cmpxchg {{i32|ptr}} addrspace(3){{[*]?}}
  // CHECK: %[[OK:.*]] = extractvalue { i32, i1 } %[[PAIR]], 1
  // CHECK: %[[CLASS:.*]] = select i1 %[[OK]], i32 20, i32 19
  // CHECK: %[[SITE:.*]] = select i1 %[[OK]], i32 3, i32 4
  // CHECK: call{{.*}}@__lockstep_local_atomic({{.*}}, i32 4, i32 %[[SITE]], i32 %[[CLASS]], i32 0, i32 0, i32 0)
  atomic_cmpxchg(l, 1u, 2u);
}
// JSON: "op": "read",
// JSON-NEXT: "atomic": true,
// JSON-NEXT: "order": "relaxed",
// JSON-NEXT: "scope": "device",
// JSON: "op": "rmw",
// JSON-NEXT: "atomic": true,
// JSON-NEXT: "order": "relaxed",
// JSON: "op": "rmw",
// JSON: "op": "read",
// JSON-NEXT: "atomic": true,
