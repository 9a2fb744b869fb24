// What only asks which memory a pointer leads to is no access.
// RUN: %run_cc --backend=spirv-serial --output=%t %s -cl-std=CL2.0
// RUN: sed -n 2p %t | FileCheck %s --check-prefix=META
// RUN: sed 1,2d %t > %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis --no-header %t.spv | FileCheck %s
// META: "name":"k","instrumented":true
// CHECK: OpGenericPtrMemSemantics
kernel void k(global int *a) { a[get_global_id(0) / 2] = get_fence((int *)a); }
