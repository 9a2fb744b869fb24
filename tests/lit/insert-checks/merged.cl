// What a work-item has checked in the same segment is not checked again; a read and a write are one call.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins,add-hidden-args,count-segments,insert-checks --strip-debug %t.ll -o - | FileCheck %s
// RUN: lockstep-opt --passes=prepare,lower-builtins,add-hidden-args,count-segments,insert-checks --merge-checks=off --strip-debug %t.ll -o - | FileCheck %s --check-prefix=OFF
kernel void update(global int *a, int i) { a[get_global_id(0) + i] += 1; }
// CHECK: define{{.*}}@update(
// CHECK-NOT: call{{.*}}_read(
// CHECK: call{{.*}}@__lockstep_global_update({{.*}}, i32 4, i32 1, i32 2, i64 %
// CHECK-NEXT: store i32
// OFF: define{{.*}}@update(
// OFF: call{{.*}}@__lockstep_global_read(
// OFF: call{{.*}}@__lockstep_global_write(
kernel void write_first(global int *a, int i) { a[i] = i; a[i + 1] = a[i]; }
// CHECK: define{{.*}}@write_first(
// CHECK: call{{.*}}@__lockstep_global_update({{.*}}, i32 2, i32 1, i64 %
// CHECK-NOT: call{{.*}}_read(
// CHECK: call{{.*}}@__lockstep_global_write(
// CHECK: ret void
kernel void two_reads(global int *a, int i) {
  if (a[i] > 0) a[0] = a[i];
}
// CHECK: define{{.*}}@two_reads(
// CHECK-COUNT-1: call{{.*}}_read(
// CHECK-NOT: call{{.*}}_read(
// CHECK: call{{.*}}_write(
// CHECK: ret void
kernel void both_branches(global int *a, int i) {
  int x;
  if (i > 3) x = a[i]; else x = a[i] + 1;
  a[0] = x + a[i];
}
// CHECK: define{{.*}}@both_branches(
// CHECK-COUNT-2: call{{.*}}_read(
// CHECK-NOT: call{{.*}}_read(
// CHECK: ret void
kernel void one_branch(global int *a, int i) {
  int x = 0;
  if (i > 3) x = a[i];
  a[0] = x + a[i];
}
// CHECK: define{{.*}}@one_branch(
// CHECK-COUNT-2: call{{.*}}_read(
// CHECK: ret void
kernel void barrier_between(local int *a, int i) {
  int x = a[i];
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[i] = x + a[i];
}
// CHECK: define{{.*}}@barrier_between(
// CHECK: call{{.*}}@__lockstep_local_read(
// CHECK: call{{.*}}barrier
// CHECK-NOT: _read(
// CHECK: call{{.*}}@__lockstep_local_update(
// CHECK: ret void
kernel void atomic_between(global int *a, global int *b, int i) {
  int x = a[i];
  atomic_inc(b);
  b[1] = x + a[i];
  a[0] = 1;
}
// CHECK: define{{.*}}@atomic_between(
// CHECK-COUNT-2: call{{.*}}_read(
// CHECK: ret void
// A write behind a write stays: the second value may differ. So does a read in another block.
kernel void writes(global int *a, int i) {
  a[i] = 1;
  a[i] = 2;
  if (i > 3) a[0] = a[i];
}
// CHECK: define{{.*}}@writes(
// CHECK-COUNT-2: call{{.*}}_write(
// CHECK: call{{.*}}_read(
// CHECK: ret void
// Another element in each iteration, although it is one expression.
kernel void loop(global int *a, int n) {
  for (int i = 0; i < n; ++i) {
    if (a[i] > 3) a[i] = 3;
  }
}
// CHECK: define{{.*}}@loop(
// CHECK: call{{.*}}_read(
// CHECK: call{{.*}}_write(
// CHECK: ret void
// The same in each: read once and written once in front of the loop, it need not be looked at within.
kernel void same_in_loop(global int *a, int n) {
  a[n] += 1;
  for (int i = 0; i < n; ++i) a[n] += i;
}
// CHECK: define{{.*}}@same_in_loop(
// CHECK: call{{.*}}_update(
// CHECK-NOT: call{{.*}}@__lockstep_global
// CHECK: ret void
kernel void other_element(global int *a, int i, int j) { a[i] = a[j]; }
// CHECK: define{{.*}}@other_element(
// CHECK: call{{.*}}_read(
// CHECK: call{{.*}}_write(
// CHECK: ret void
// What is among the bytes that were read before; not the other way round, and not what only begins among them.
kernel void component(global float4 *a, global float *b, int i) {
  float4 v = a[i];
  if (v.x > 0) b[0] = ((global float *)(a + i))[3];
  a[0] = v;
}
// CHECK: define{{.*}}@component(
// CHECK-COUNT-4: call{{.*}}_read(
// CHECK-NOT: call{{.*}}_read(
// CHECK: ret void
kernel void component_first(global float4 *a, global float *b, int i) {
  float w = ((global float *)(a + i))[3];
  if (w > 0) a[0] = a[i];
  b[0] = w;
}
// CHECK: define{{.*}}@component_first(
// CHECK-COUNT-5: call{{.*}}_read(
// CHECK: ret void
kernel void next_one(global int *a, int i) {
  long both = *(global long *)(a + i);
  if (both > 0) a[0] = a[i + 2] + a[i - 1];
}
// CHECK: define{{.*}}@next_one(
// CHECK-COUNT-4: call{{.*}}_read
// CHECK: ret void
