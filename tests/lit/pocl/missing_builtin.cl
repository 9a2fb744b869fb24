// A built-in that PoCL's SPIR library lacks costs only the kernels that use it, with the reason.
// RUN: env LOCKSTEP_POCL_DATA=%t.none %run_cc --emit=bc --output=%t.all.bc %s -cl-std=CL2.0
// RUN: llvm-nm -u -j %t.all.bc | grep -v sub_group_shuffle | sed -e 's/.*/define void @"&"() { ret void }/' -e '1i target datalayout = "e"\ntarget triple = "x86_64-pc-linux-gnu"' > %t.ll
// RUN: mkdir -p %t.lib
// RUN: llvm-as %t.ll -o %t.lib/kernel-some.bc
// RUN: env LOCKSTEP_POCL_DATA=%t.lib %run_cc --output=%t %s -cl-std=CL2.0
// RUN: sed -n 2p %t | FileCheck %s
// RUN: sed 1,2d %t > %t.bc
// RUN: llvm-dis %t.bc -o - | FileCheck %s --check-prefix=CODE
// RUN: env LOCKSTEP_POCL_DATA=%t.none %run_cc --output=%t %s -cl-std=CL2.0
// RUN: sed -n 2p %t | FileCheck %s --check-prefix=UNKNOWN
int __attribute__((overloadable)) sub_group_shuffle(int, uint); int sum(int x) { return sub_group_shuffle(x, 1); }
kernel void good(global int *a) { a[0] = 1; }
kernel void bad(global int *a) { a[0] = sum(a[1]); }
kernel void also_good(global float *a) { a[0] = sin(a[1]); }
// CHECK-DAG: {"name":"good","instrumented":true
// CHECK-DAG: {"name":"also_good","instrumented":true
// CHECK-DAG: {"name":"bad","instrumented":false,"reason":"PoCL's SPIR library has no function _Z17sub_group_shuffleij"
// CODE-NOT: sub_group_shuffle
// CODE-NOT: @bad
// UNKNOWN-NOT: "instrumented":false
