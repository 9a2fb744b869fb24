// Kernels whose checks make rusticl compile for many minutes, and those with generic pointers where none can be lowered,
// say why, and leave the others alone.
// RUN: %run_cc --backend=spirv --output=%t %s -cl-std=CL2.0
// RUN: sed -n 2p %t | FileCheck %s --check-prefix=META
// RUN: sed 1,2d %t > %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis --no-header %t.spv | FileCheck %s
// META-DAG: "name":"shows","instrumented":false,"reason":"it has generic pointers as an argument of 'printf', which SPIR-V devices are not given"
// META-DAG: "name":"large","instrumented":false,"reason":"its checks have {{[1-9][0-9][0-9][0-9][0-9]}} basic blocks, more than the 10000 that SPIR-V devices are given"
// CHECK-NOT: OpEntryPoint Kernel %{{[^ ]*}} "shows"
// CHECK-NOT: OpEntryPoint Kernel %{{[^ ]*}} "large"
// CHECK: OpEntryPoint Kernel %{{[^ ]*}} "served"
// CHECK-NOT: OpEntryPoint
kernel void shows(global int *a) {
  local int t[8];
  int *p = a[0] ? (int *)t : (int *)a;
  printf("%p", p);
}
#define FOUR_TIMES(x) x x x x
kernel void large(global int *a, global int *b) {
  int i = 0;
  FOUR_TIMES(FOUR_TIMES(FOUR_TIMES(a[b[i]] = ++i;)))
}
kernel void served(global int *a) { a[get_global_id(0) / 2] = 1; }
