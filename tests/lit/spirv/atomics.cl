// Atomics and fences come out with the scope, the order and the regions that the source names.
// RUN: %run_cc --backend=spirv --output=%t %s -cl-std=CL3.0
// RUN: sed 1,2d %t > %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis --no-header %t.spv | FileCheck %s
// CHECK-DAG: %[[DEVICE:uint_1]] = OpConstant %uint 1
// CHECK-DAG: %[[GROUP:uint_2]] = OpConstant %uint 2
// CHECK-DAG: %[[RELAXED:uint_0]] = OpConstant %uint 0
kernel void k(global atomic_int *a, global int *b, local atomic_int *l) {
  // CHECK: OpAtomicIAdd %uint {{.*}} %[[DEVICE]] %[[RELAXED]]
  atomic_add(b, 5);
  // Release (4) of global memory (512).
  // CHECK: OpAtomicStore {{.*}} %[[DEVICE]] %uint_516
  atomic_store_explicit(a, 3, memory_order_release, memory_scope_device);
  // Acquire (2) of local memory (256).
  // CHECK: OpAtomicLoad {{.*}} %[[GROUP]] %uint_258
  b[1] = atomic_load_explicit(l, memory_order_acquire, memory_scope_work_group);
  // A fence orders the regions of its flags: acquire and release (8) of local memory.
  // CHECK: OpMemoryBarrier %[[GROUP]] %uint_264
  atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, memory_scope_work_group);
  // CHECK: OpAtomicCompareExchange %uint
  b[2] = atomic_cmpxchg(b, 1, 2);
}
