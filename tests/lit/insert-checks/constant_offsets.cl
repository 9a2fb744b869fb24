// An offset known at compile time is a number. Never arithmetic in a constant expression over a
// local variable: PoCL crashes on that.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,add-hidden-args,insert-checks --strip-debug %t.ll -o - | FileCheck %s
kernel void k(global int *a, int i) {
  local int one;
  local short many[8];
  one = 1;
  many[3] = 2;
  a[7] = one;
  many[i] = 3;
}
// CHECK-NOT: sub (i64 ptrtoint
// CHECK: call{{.*}}@__lockstep_local_update({{.*}}, i32 2, i64 0, i32 4,
// CHECK: call{{.*}}@__lockstep_local_write({{.*}}, i32 3, i64 6, i32 2,
// CHECK: call{{.*}}@__lockstep_global_write({{.*}}, i32 0, i64 28, i32 4,
// CHECK: %[[ROOT:.*]] = ptrtoint {{\[8 x i16\]|ptr}} addrspace(3){{[*]?}} @k.many to i64
// CHECK: sub i64 %{{.*}}, %[[ROOT]]
// CHECK-NOT: sub (i64 ptrtoint
