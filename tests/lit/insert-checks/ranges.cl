// What a loop reads of local memory, one element behind the other, is checked behind the loop.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins,add-hidden-args,count-segments,insert-checks --strip-debug %t.ll -o - | FileCheck %s
// RUN: lockstep-opt --passes=prepare,lower-builtins,add-hidden-args,count-segments,insert-checks --merge-checks=off --strip-debug %t.ll -o - | FileCheck %s --check-prefix=OFF
// RUN: lockstep-opt --passes=prepare,lower-builtins,add-hidden-args,count-segments,insert-checks --backend=spirv --strip-debug %t.ll -o - | FileCheck %s --check-prefix=OFF
// RUN: lockstep-opt --passes=prepare,lower-builtins,add-hidden-args,count-segments,insert-checks --lockstep --strip-debug %t.ll -o - | FileCheck %s --check-prefix=OFF
// OFF-NOT: @__lockstep_local_read_range(
kernel void row(local int *l, int n, int width) {
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += l[get_local_id(0) * width + k];
  l[get_local_id(0)] = sum;
}
// CHECK: define{{.*}}@row(
// CHECK: for.cond:
// CHECK-NEXT: %[[COUNT:.*]] = phi i64 [ %[[COUNTED:.*]], %for.inc ], [ 0, %entry ]
// CHECK: %[[COUNTED]] = add nuw i64 %[[COUNT]], 1
// CHECK-NOT: _read
// CHECK: for.end:
// CHECK: %[[ALL:.*]] = mul i64 %[[COUNT]], 1
// CHECK: call{{.*}}@__lockstep_local_read_range({{.*}}, i32 0, i64 %{{.*}}, i32 4, i32 1, i64 %[[ALL]], i32 0, i32 0, i32 0)
// CHECK: ret void
// An unsigned counter below its bound does not wrap.
kernel void unsigned_counter(local int *l, uint n) {
  int sum = 0;
  for (uint k = 0; k < n; ++k) sum += l[k];
  l[0] = sum;
}
// CHECK: define{{.*}}@unsigned_counter(
// CHECK: @__lockstep_local_read_range(
// CHECK: ret void
// From the last one on down: the lowest is where the last iteration was.
kernel void downwards(local int *l, int n) {
  int sum = 0;
  for (int k = n - 1; k >= 0; --k) sum += l[k];
  l[0] = sum;
}
// CHECK: define{{.*}}@downwards(
// CHECK: for.end:
// CHECK: %[[OTHERS:.*]] = sub i64 %lockstep.count, 1
// CHECK: %[[BYTES:.*]] = mul i64 %[[OTHERS]], 4
// CHECK: %[[LOWEST:.*]] = sub i64 %{{.*}}, %[[BYTES]]
// CHECK: call{{.*}}@__lockstep_local_read_range({{.*}}, i64 %[[LOWEST]], i32 4,
// CHECK: ret void
// Left from the middle: the iteration that is left has read.
kernel void early(local int *l, int n) {
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    sum += l[k];
    if (sum > 100) break;
  }
  l[0] = sum;
}
// CHECK: define{{.*}}@early(
// CHECK: call{{.*}}@__lockstep_local_read_range(
// CHECK: call{{.*}}@__lockstep_local_read_range(
// CHECK: ret void
// Two pieces of 8 bytes in each iteration.
kernel void vectors(local float4 *l, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += l[k].x + l[k].y + l[k].z + l[k].w;
  l[0] = sum;
}
// CHECK: define{{.*}}@vectors(
// CHECK: %[[PIECES:.*]] = mul i64 %lockstep.count, 2
// CHECK: call{{.*}}@__lockstep_local_read_range({{.*}}, i32 8, i32 1, i64 %[[PIECES]],
// CHECK: ret void
// None of these: another distance, a wrap that nothing excludes, global memory, writes, not in every iteration,
// a barrier, a short loop, a loop that need not end, a way out that not every iteration passes.
kernel void hole(local int *l, int n) {
  int sum = 0;
  for (int k = 0; k < n; k += 2) sum += l[k];
  l[0] = sum;
}
// CHECK: define{{.*}}@hole(
// CHECK-NOT: _read_range(
// CHECK: ret void
kernel void may_wrap(local int *l, uint n, uint width) {
  int sum = 0;
  for (uint k = 0; k < n; ++k) sum += l[width * 7 + k];
  l[0] = sum;
}
// CHECK: define{{.*}}@may_wrap(
// CHECK-NOT: _read_range(
// CHECK: ret void
kernel void in_global(global int *a, int n) {
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += a[k];
  a[n] = sum;
}
// CHECK: define{{.*}}@in_global(
// CHECK-NOT: _read_range(
// CHECK: ret void
kernel void writes(local int *l, int n) {
  for (int k = 0; k < n; ++k) l[k] = k;
}
// CHECK: define{{.*}}@writes(
// CHECK-NOT: _read_range(
// CHECK: ret void
kernel void sometimes(local int *l, int n) {
  int sum = 0;
  for (int k = 0; k < n; ++k)
    if (k & 1) sum += l[k];
  l[0] = sum;
}
// CHECK: define{{.*}}@sometimes(
// CHECK-NOT: _read_range(
// CHECK: ret void
kernel void barriers(local int *l, int n) {
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    sum += l[k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  l[0] = sum;
}
// CHECK: define{{.*}}@barriers(
// CHECK-NOT: _read_range(
// CHECK: ret void
kernel void known_to_be_short(local int *l) {
  int sum = 0;
  for (int k = 0; k < 16; ++k) sum += l[k];
  l[0] = sum;
}
// CHECK: define{{.*}}@known_to_be_short(
// CHECK-NOT: _read_range(
// CHECK: ret void
kernel void may_not_end(local int *l, int n) {
  int sum = 0;
  for (int k = 0; k != n; ++k) sum += l[k];
  l[0] = sum;
}
// CHECK: define{{.*}}@may_not_end(
// CHECK-NOT: _read_range(
// CHECK: ret void
kernel void not_from_everywhere(local int *l, int n, int m) {
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    if (k > m)
      if (sum > 100) break;
    sum += l[k];
  }
  l[0] = sum;
}
// CHECK: define{{.*}}@not_from_everywhere(
// CHECK-NOT: _read_range(
// CHECK: ret void
