// A called kernel's code, and its local variables under the caller's name, go into the caller.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare %t.ll -o - | FileCheck %s
kernel void inner(global int *a) {
  local int tile[4];
  tile[get_local_id(0)] = 1;
  a[0] = tile[0];
}
kernel void outer(global int *a) { inner(a); }
// CHECK-DAG: @inner.tile = internal addrspace(3) global
// CHECK-DAG: @outer.inner.tile = internal addrspace(3) global
// CHECK: define{{.*}}spir_kernel void @inner(
// CHECK: addrspace(3){{[*]?}} @inner.tile
// CHECK: define{{.*}}spir_kernel void @outer(
// CHECK-NOT: @inner.tile
// CHECK: addrspace(3){{[*]?}} @outer.inner.tile
// CHECK-NOT: call spir_func void
// CHECK: ret void
// CHECK-NOT: inner.called
