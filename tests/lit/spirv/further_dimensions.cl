// OpenCL C has an answer for dimensions beyond the third, and SPIR-V no element: 1 for sizes, else 0; PoCL gives 0.
// RUN: %run_cc --backend=spirv-serial --emit=ll --output=%t %s
// RUN: FileCheck %s --input-file=%t --check-prefixes=CHECK,POCL
// RUN: %run_cc --backend=spirv-llvmpipe --emit=ll --output=%t %s
// RUN: FileCheck %s --input-file=%t --check-prefixes=CHECK,OTHER
// CHECK-LABEL: spir_func void @size(
// POCL: trunc i64 0 to i32
// OTHER: trunc i64 1 to i32
// CHECK-LABEL: spir_func void @number(
// CHECK: trunc i64 0 to i32
// CHECK-LABEL: spir_func void @counted(
// CHECK: [[THERE:%.*]] = icmp ult i32 %n, 3
// CHECK-NEXT: [[INDEX:%.*]] = select i1 [[THERE]], i32 %n, i32 0
// From LLVM 19 on, libclc's own function asks once more.
// CHECK: extractelement <3 x i64> {{.*}}, i32 %
// POCL: select i1 [[THERE]], i64 {{.*}}, i64 0
// OTHER: select i1 {{%.*}}, i64 {{.*}}, i64 1
kernel void size(global int *p) { p[get_global_id(0)] = get_global_size(3); }
kernel void number(global int *p) { p[get_global_id(0)] = get_group_id(7); }
kernel void counted(global int *p, uint n) { p[get_global_id(0)] = get_num_groups(n); }
