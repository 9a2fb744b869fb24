// A loop to which no value is brought, in a kernel with barriers: something stays in front of it. Elsewhere nothing is
// added.
// RUN: %run_cc --backend=spirv-serial --emit=ll --output=%t %s -cl-std=CL3.0
// RUN: FileCheck %s --input-file=%t
// CHECK-LABEL: spir_func void @twice(
// CHECK: ControlBarrier
// CHECK: load volatile i32
// CHECK-NEXT: br label %lockstep.take
// CHECK-LABEL: spir_func void @once(
// CHECK-NOT: load volatile
// CHECK: ret void
kernel void twice(global atomic_int *a) {
  atomic_fetch_add(a, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add(a, 1);
}
kernel void once(global atomic_int *a) {
  atomic_fetch_add(a, 1);
  atomic_fetch_add(a, 1);
}
