// What every iteration of a loop touches anew is checked in the first one.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins,add-hidden-args,count-segments,insert-checks --strip-debug %t.ll -o - | FileCheck %s
// RUN: lockstep-opt --passes=prepare,lower-builtins,add-hidden-args,count-segments,insert-checks --merge-checks=off --strip-debug %t.ll -o - | FileCheck %s --check-prefix=OFF
// OFF-NOT: %lockstep.first
kernel void sums(global int *a, int j, int n) {
  for (int i = 0; i < n; ++i) a[get_global_id(0)] += a[j];
}
// CHECK: define{{.*}}@sums(
// CHECK: for.cond:
// CHECK: %lockstep.first = phi i1 [ false, %for.inc ], [ true, %entry ]
// CHECK: br i1 %lockstep.first, label %[[READ:.*]], label %[[AFTER_READ:.*]]
// CHECK: [[READ]]:
// CHECK: call{{.*}}@__lockstep_global_read(
// CHECK-NEXT: br label %[[AFTER_READ]]
// CHECK: br i1 %lockstep.first, label %[[UPDATE:.*]], label %[[AFTER_UPDATE:.*]]
// CHECK: [[UPDATE]]:
// CHECK: call{{.*}}@__lockstep_global_update(
// CHECK-NEXT: br label %[[AFTER_UPDATE]]
// CHECK: ret void
// In the first iteration of the outer of two loops.
kernel void nest(global int *a, int j, int n) {
  int sum = 0;
  for (int y = 0; y < n; ++y) {
    sum += a[j];
    for (int x = 0; x < n; ++x) sum += x;
  }
  a[0] = sum;
}
// CHECK: define{{.*}}@nest(
// CHECK: for.cond:
// CHECK-NEXT: %lockstep.first = phi
// CHECK-NOT: %lockstep.first{{[0-9]+}} = phi
// CHECK: ret void
// The inner loop may have no iterations: once for each of its entries.
kernel void inner(global int *a, int j, int n) {
  int sum = 0;
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < y; ++x) sum += a[j];
  a[0] = sum;
}
// CHECK: define{{.*}}@inner(
// CHECK: for.cond1:
// CHECK-NEXT: %lockstep.first = phi
// CHECK: ret void
// Unrolled anyway.
kernel void known_to_be_short(global int *a, int j) {
  int sum = 0;
  for (int i = 0; i < 4; ++i) sum += a[j];
  a[0] = sum;
}
// CHECK: define{{.*}}@known_to_be_short(
// CHECK-NOT: %lockstep.first
// CHECK: ret void
// None of these: a write alone, not in every iteration, another element, a barrier or an atomic between.
kernel void writes(global int *a, int j, int n) {
  for (int i = 0; i < n; ++i) a[j] = i;
}
// CHECK: define{{.*}}@writes(
// CHECK-NOT: %lockstep.first
// CHECK: ret void
kernel void sometimes(global int *a, int j, int n) {
  for (int i = 0; i < n; ++i)
    if (i & 1) a[j] += i;
}
// CHECK: define{{.*}}@sometimes(
// CHECK-NOT: %lockstep.first
// CHECK: ret void
kernel void moves(global int *a, global int *b, int n) {
  int at = 0;
  for (int i = 0; i < n; ++i) at = a[at];
  a[0] = at;
}
// CHECK: define{{.*}}@moves(
// CHECK-NOT: %lockstep.first
// CHECK: ret void
kernel void barriers(local int *l, int j, int n) {
  for (int i = 0; i < n; ++i) {
    l[j] += i;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
// CHECK: define{{.*}}@barriers(
// CHECK-NOT: %lockstep.first
// CHECK: ret void
kernel void atomics(global int *a, global int *b, int j, int n) {
  for (int i = 0; i < n; ++i) a[j] += atomic_inc(b);
}
// CHECK: define{{.*}}@atomics(
// CHECK-NOT: %lockstep.first
// CHECK: ret void
