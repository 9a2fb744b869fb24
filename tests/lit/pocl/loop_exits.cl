// What follows a loop of a kernel without barriers has one more way there, past the loop, that is never taken.
// RUN: %run_cc --backend=spirv-serial --emit=ll --output=%t %s
// RUN: FileCheck %s --input-file=%t
// CHECK-LABEL: spir_func void @one_exit(
// CHECK: br i1 %{{.*}}, label %[[NEVER:lockstep.never[0-9]*]], label %
// CHECK: [[NEVER]]:
// CHECK: store volatile i32 0
// CHECK-NEXT: br label %[[EXIT:.*]]
// CHECK: [[EXIT]]:
// CHECK: phi i32 [ %{{.*}}, %{{.*}} ], [ 0, %[[NEVER]] ]
// CHECK-LABEL: spir_func void @two_exits(
// CHECK: store volatile i32 0
// CHECK: switch i32
// CHECK-LABEL: spir_func void @straight(
// CHECK-NOT: lockstep.never
// CHECK: ret void
kernel void one_exit(global int *a, global int *b, int m) {
  int s = 0;
  for (int j = 0; j < m; j++) {
    global int *p = j & 1 ? a : b;
    s += p[j];
  }
  a[64 + get_global_id(0)] = s;
}
kernel void two_exits(global int *a, global int *b, int m) {
  int s = 0;
  for (int j = 0; j < m; j++) {
    global int *p = j & 1 ? a : b;
    if (p[j] < 0) {
      a[j] = 1;
      goto out;
    }
    s += p[j];
  }
  a[32 + get_global_id(0)] = 2;
out:
  a[64 + get_global_id(0)] = s;
}
kernel void straight(global int *a) { a[get_global_id(0)] = 1; }
