// Where work-items run together the driver's functions stay, as do those of types that the library does not compute,
// and functions in lock step.
// RUN: %source_ll %s -cl-std=CL2.0 > %t.ll
// RUN: lockstep-opt --backend=spirv --passes=prepare,lower-builtins,add-hidden-args,count-segments,lower-collectives -o - %t.ll | FileCheck %s --check-prefixes=CHECK,STAYS
// RUN: lockstep-opt --backend=spirv-llvmpipe --passes=prepare,lower-builtins,add-hidden-args,count-segments,lower-collectives --metadata=%t.json -o %t.out %t.ll
// RUN: FileCheck %s --check-prefix=NOTE < %t.json
// RUN: lockstep-opt --passes=prepare,lower-builtins,add-hidden-args,count-segments,lower-collectives -o - %t.ll | FileCheck %s
int __attribute__((overloadable)) work_group_reduce_add(int);
char __attribute__((overloadable)) work_group_reduce_add(char);

// STAYS-LABEL: @sum
// STAYS: call spir_func i32 @_Z21work_group_reduce_addi(
// NOTE: "what work_group_reduce_add computes is the driver's own, which takes 8 work-items for the group in some such functions"
kernel void sum(global int *a) { a[get_global_id(0)] = work_group_reduce_add(a[0]); }

// CHECK-LABEL: @halves
// CHECK: call spir_func signext i8 @_Z21work_group_reduce_addc(
kernel void halves(global char *a) { a[get_global_id(0)] = work_group_reduce_add(a[0]); }
//covers: group-functions
