// Neighbours that a work-item touches between two orderings are checked together.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,narrow-vector-access,lower-builtins,add-hidden-args,count-segments,insert-checks --strip-debug %t.ll -o - | FileCheck %s
// RUN: lockstep-opt --passes=prepare,narrow-vector-access,lower-builtins,add-hidden-args,count-segments,insert-checks --merge-checks=off --strip-debug %t.ll -o - | FileCheck %s --check-prefix=OFF
// OFF-NOT: call{{.*}}@__lockstep_{{global|local}}_{{reads|writes|updates}}(
kernel void stencil(global int *a, int i) { a[0] = a[i - 1] + a[i] + a[i + 1]; }
// The sites of the lower two and of the upper one, and no fourth.
// CHECK: define{{.*}}@stencil(
// CHECK: call{{.*}}@__lockstep_global_reads({{.*}}, i32 4, i32 3, i32 1, i32 2, i32 3, i32 0, i32 0, i32 0, i32 0)
// CHECK-NOT: call{{.*}}_read(
// CHECK: call{{.*}}@__lockstep_global_write(
// CHECK: ret void
// From the third on down: the first of the addresses is known last.
kernel void downwards(global int *a, long i) { a[0] = a[i + 2] + a[i + 1] + a[i]; }
// CHECK: define{{.*}}@downwards(
// CHECK: %[[OFFSET:.*]] = add i64 %{{.*}}, -8
// CHECK: call{{.*}}@__lockstep_global_reads({{.*}}, i32 0, i64 %[[OFFSET]], i32 4, i32 3, i32 3, i32 2, i32 1, i32 0,
// CHECK: ret void
struct point { float x, y, z, w; };
// Writes where the last value is known.
kernel void members(global struct point *a, float f) {
  size_t i = get_global_id(0);
  a[i].x = f;
  a[i].y = f + 1;
  a[i].z = f + 2;
}
// CHECK: define{{.*}}@members(
// CHECK: store float
// CHECK: store float
// CHECK: call{{.*}}@__lockstep_global_writes({{.*}}, i32 4, i32 3, i32 1, i32 2, i32 3, i32 0, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}}, i64 0,
// CHECK-NEXT: store float
// CHECK: ret void
kernel void updates(global struct point *a) {
  size_t i = get_global_id(0);
  a[i].x += 1;
  a[i].y += 1;
}
// CHECK: define{{.*}}@updates(
// CHECK: call{{.*}}@__lockstep_global_updates({{.*}}, i32 4, i32 2, i32 1, i32 3, i32 0, i32 0, i32 2, i32 4, i32 0, i32 0, i64
// CHECK-NEXT: store float
// CHECK: ret void
// Five: no more than four at a time.
kernel void five(local int *l, int i) {
  l[0] = l[i] + l[i + 1] + l[i + 2] + l[i + 3] + l[i + 4];
}
// CHECK: define{{.*}}@five(
// CHECK: call{{.*}}@__lockstep_local_reads({{.*}}, i32 4, i32 4,
// CHECK: call{{.*}}@__lockstep_local_read(
// CHECK: ret void
// An unsigned sum may wrap, so that these need not be neighbours; nor need elements of two buffers.
kernel void may_wrap(global int *a, uint i) { a[0] = a[i] + a[i + 1]; }
// CHECK: define{{.*}}@may_wrap(
// CHECK-NOT: _reads(
// CHECK: ret void
kernel void gap(global int *a, int i) { a[0] = a[i] + a[i + 2]; }
// CHECK: define{{.*}}@gap(
// CHECK-NOT: _reads(
// CHECK: ret void
kernel void barrier_between(local int *l, int i) {
  int x = l[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  l[0] = x + l[i + 1];
}
// CHECK: define{{.*}}@barrier_between(
// CHECK-NOT: _reads(
// CHECK: ret void
// Neighbours that do not fill the granule of their memory are checked in its pieces.
kernel void bytes(global int *a, global char *c, int i) {
  a[0] = *(global int *)(c + i) + *(global int *)(c + i + 4);
  c[i] = 1;
}
// CHECK: define{{.*}}@bytes(
// CHECK-NOT: _reads(
// CHECK: ret void
