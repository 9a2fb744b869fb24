// What sub_group_barrier orders is not followed, so that kernels with it are left alone; of other functions of
// sub-groups it is said that nobody looks whether they are met.
// RUN: %source_ll %s -cl-std=CL2.0 | lockstep-opt --passes=prepare,lower-builtins --metadata=%t.json -o %t.ll -
// RUN: FileCheck %s < %t.json
void __attribute__((overloadable)) sub_group_barrier(uint);
int __attribute__((overloadable)) sub_group_reduce_add(int);

// CHECK: "name": "met"
// CHECK: "reason": "it uses sub_group_barrier, whose order is not followed"
kernel void met(global int *a) {
  a[get_global_id(0)] = 1;
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  a[0] = a[1];
}

// CHECK: "name": "summed"
// CHECK: "instrumented": true
// CHECK: "whether the whole sub-group meets sub_group_reduce_add is not checked"
kernel void summed(global int *a) { a[get_global_id(0)] = sub_group_reduce_add(a[get_global_id(0)]); }
