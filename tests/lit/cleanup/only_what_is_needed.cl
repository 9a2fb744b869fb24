// The back end gets the kernels, what they call, and none of our variables.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=all --device-library --strip-debug %t.ll -o - | FileCheck %s
kernel void k(global int *a, local int *l) {
  l[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(a, l[0]);
}
// CHECK-NOT: lockstep.segment
// CHECK-NOT: define dso_local spir_func
// CHECK-NOT: declare{{.*}}__lockstep
// CHECK-NOT: __lockstep_unknown
// CHECK: define dso_local spir_kernel void @k(
// CHECK-NOT: __lockstep_load64
