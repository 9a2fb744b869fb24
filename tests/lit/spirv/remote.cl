// With a remote operation in the program, the device gets no scope narrower than that one's; the sites
// keep what the source says.
// RUN: %run_cc --backend=spirv --output=%t %s -cl-std=CL3.0
// RUN: sed -n 2p %t | FileCheck --check-prefix=SITES %s
// RUN: sed 1,2d %t > %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis --no-header %t.spv | FileCheck %s
// SITES: "order":"release","scope":"work_group","region"
// SITES: "order":"acquire","scope":"device","remote":true
#include <lockstep/rsp.clh>
// CHECK-DAG: %[[DEVICE:uint_1]] = OpConstant %uint 1
kernel void owner(global atomic_int *a) {
  // Release (4) of global memory (512).
  // CHECK: OpAtomicStore {{.*}} %[[DEVICE]] %uint_516
  atomic_store_explicit(a, 3, memory_order_release, memory_scope_work_group);
  // CHECK: OpMemoryBarrier %[[DEVICE]] %uint_520
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_work_group);
}
kernel void thief(global atomic_int *a, global int *out) {
  // CHECK: OpAtomicExchange {{.*}} %[[DEVICE]] %uint_514
  out[0] = atomic_exchange_explicit_remote(a, 4, memory_order_acquire, memory_scope_device);
}
