// For llvmpipe atomics are relaxed and fences gone, since that driver makes a wait of the whole group of either;
// plain accesses of kernels that synchronise are volatile, so that they keep their places. Sites say what the source says.
// RUN: %run_cc --backend=spirv-llvmpipe --output=%t %s -cl-std=CL3.0
// RUN: sed -n 2p %t | FileCheck %s --check-prefix=META
// RUN: sed 1,2d %t > %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis --no-header %t.spv | FileCheck %s
// META: "order":"release","scope":"device"
// CHECK-DAG: %[[DEVICE:uint_1]] = OpConstant %uint 1
// CHECK-DAG: %[[RELAXED:uint_0]] = OpConstant %uint 0
// CHECK-NOT: OpMemoryBarrier
// CHECK-NOT: OpAtomicStore
// CHECK-NOT: OpAtomicLoad
kernel void k(global atomic_int *a, global int *b) {
  // CHECK: OpStore {{.*}} %uint_42 Volatile|Aligned 4
  b[0] = 42;
  // CHECK: OpAtomicExchange %uint {{.*}} %[[DEVICE]] %[[RELAXED]] %uint_3
  atomic_store_explicit(a, 3, memory_order_release, memory_scope_device);
  // CHECK: OpLoad %uint {{.*}} Volatile|Aligned 4
  b[1] = atomic_load_explicit(a, memory_order_acquire, memory_scope_device);
  atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, memory_scope_work_group);
  // CHECK: OpAtomicCompareExchange %uint {{.*}} %[[DEVICE]] %[[RELAXED]] %[[RELAXED]]
  int expected = 1;
  b[2] = atomic_compare_exchange_strong_explicit(a, &expected, 2, memory_order_seq_cst, memory_order_seq_cst, memory_scope_device);
}
// CHECK-NOT: OpMemoryBarrier
