// rusticl compiles an unoptimised library wrongly: there it is optimised, also where the source is not to be.
// RUN: %run_cc --backend=spirv-llvmpipe --output=%t %s -cl-opt-disable
// RUN: sed 1,2d %t > %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis --no-header %t.spv | FileCheck %s
// RUN: %run_cc --backend=spirv-serial --output=%t %s -cl-opt-disable
// RUN: sed 1,2d %t > %t.spv
// RUN: spirv-dis --no-header %t.spv | FileCheck %s --check-prefix=OTHER
// CHECK-NOT: %__lockstep_local_write_called = OpFunction
// OTHER: %__lockstep_local_write_called = OpFunction
kernel void k(global int *a, global int *b) {
  local int l[16];
  l[get_local_id(0)] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  b[get_global_id(0)] = l[get_local_id(0) ^ 1];
}
