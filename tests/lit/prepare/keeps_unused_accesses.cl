// Loads whose value nobody uses, and parts of a copied structure that nobody reads, are accesses.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare %t.ll -o - | FileCheck %s
typedef struct { int x, y, z, w; } S;
kernel void unused_load(global int *a) {
  int unused = a[3];
}
// CHECK: define{{.*}}@unused_load(
// CHECK-NOT: alloca
// CHECK: load i32, {{i32|ptr}} addrspace(1){{[*]?}}
// CHECK-NOT: volatile
kernel void partly_used(global const S *s, global int *a) {
  S mine = s[1];
  a[0] = mine.y;
}
// CHECK: define{{.*}}@partly_used(
// CHECK: call void @llvm.memcpy{{.*}}i64 16, i1 false)
// CHECK: store i32 %{{.*}}, {{i32|ptr}} addrspace(1){{[*]?}}
kernel void volatile_stays(volatile global int *a) {
  a[0];
  int v = a[1];
}
// CHECK: define{{.*}}@volatile_stays(
// CHECK: load volatile i32
