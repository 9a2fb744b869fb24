// Checked kernels come out as valid SPIR-V with the kernel's own name and the hidden arguments, and
// nothing is left of debug information.
// RUN: %run_cc --backend=spirv --output=%t %s
// RUN: sed -n 2p %t | FileCheck %s --check-prefix=META
// RUN: sed 1,2d %t > %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis --no-header %t.spv | FileCheck %s
// META: "backend":"spirv"
// META: "name":"k","instrumented":true
// CHECK: OpEntryPoint Kernel %{{.*}} "k"
// CHECK: OpString "kernel_arg_type.k.float3*,char*,int*,ls_control*,ulong*,uchar*,ulong*,ls_log*,ulong*,"
// CHECK-NOT: OpLine
// CHECK-NOT: DebugCompilationUnit
// CHECK-NOT: OpLoopMerge
kernel void k(global float3 *v, global char *c, local int *t) {
  int l = get_local_id(0);
  t[l] = c[l];
  if (c[0] > l) barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < t[0]; ++i) v[i] = (float3)(1, 2, c[i]);
  c[l] = t[0] + 0x123456;
}
