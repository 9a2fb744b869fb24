// Helpers end up in the kernel, with the call chain in the debug locations, even if noinline.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare %t.ll -o - | FileCheck %s
__attribute__((noinline)) void store(global int *p, int v) {
  *p = v;  // line 5
}
void twice(global int *p) {
  store(p, 1);
  store(p + 1, 2);
}
kernel void k(global int *a) { twice(a); }
// CHECK-NOT: define{{.*}}@store
// CHECK-NOT: define{{.*}}@twice
// CHECK: define{{.*}}spir_kernel void @k(
// CHECK-NOT: call spir_func
// CHECK: store i32 1, {{.*}}!dbg ![[FIRST:[0-9]+]]
// CHECK: store i32 2, {{.*}}!dbg
// CHECK-NOT: define
// CHECK-DAG: ![[FIRST]] = !DILocation(line: 5, {{.*}}inlinedAt: ![[CALL:[0-9]+]])
// CHECK-DAG: ![[CALL]] = distinct !DILocation(line: 8, {{.*}}inlinedAt: ![[OUTER:[0-9]+]])
// CHECK-DAG: ![[OUTER]] = distinct !DILocation(line: 11,
