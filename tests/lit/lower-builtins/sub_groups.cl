// sub_group_barrier in lock step, which does not follow what it orders, and with flags that are no constants beside
// atomics that synchronise: kernels with it are left alone.
// RUN: %source_ll %s -cl-std=CL2.0 > %t.ll
// RUN: lockstep-opt --lockstep --passes=prepare,lower-builtins --metadata=%t.lockstep.json -o %t.out %t.ll
// RUN: FileCheck %s --check-prefix=LOCKSTEP < %t.lockstep.json
// RUN: lockstep-opt --backend=spirv-serial --passes=prepare,lower-builtins,add-hidden-args,count-segments --metadata=%t.json -o %t.out %t.ll
// RUN: FileCheck %s < %t.json
void __attribute__((overloadable)) sub_group_barrier(uint);
void __attribute__((overloadable)) sub_group_barrier(uint, memory_scope);

// LOCKSTEP: "name": "met"
// LOCKSTEP: "reason": "it uses sub_group_barrier, whose order is not followed in lock step"
// CHECK: "name": "met"
// CHECK: "instrumented": true
// CHECK: "op": "barrier",
// CHECK: "scope": "sub_group",
// CHECK: "flags": "global"
kernel void met(global int *a) {
  a[get_global_id(0)] = 1;
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  a[0] = a[1];
}

// A scope below the sub-group's takes the fences away; the site says so.
// CHECK: "name": "scoped"
// CHECK: "op": "barrier",
// CHECK: "flags": "local"
// CHECK: "op": "barrier",
// CHECK: "flags": "local|memory_scope_work_item"
kernel void scoped(global int *a) {
  sub_group_barrier(CLK_LOCAL_MEM_FENCE, (memory_scope)4);  // sub_group
  sub_group_barrier(CLK_LOCAL_MEM_FENCE, (memory_scope)0);  // work_item
  a[get_global_id(0)] = 1;
}

// CHECK: "name": "synchronises"
// CHECK: "reason": "it uses sub_group_barrier with flags that are no constants beside atomics or fences that synchronise"
kernel void synchronises(global atomic_int *a, global int *b, uint flags) {
  b[get_global_id(0)] = 1;
  sub_group_barrier(flags);
  atomic_store_explicit(a, 1, memory_order_release, memory_scope_device);
}
