// Few checks are inlined, many are calls of one copy that asks no work-item function.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=all --device-library --strip-debug %t.ll -o - | FileCheck %s
kernel void few(global int *a) { a[0] = 1; }
// CHECK: define{{.*}}@few(
// CHECK-NOT: call{{.*}}@__lockstep_global_write
// CHECK: load{{.*}}!invariant.load
// CHECK: call{{.*}}@__lockstep_global_slow(
// CHECK: store i32 1
#define TEN(i) a[i] = 1, a[i + 1] = 1, a[i + 2] = 1, a[i + 3] = 1, a[i + 4] = 1, a[i + 5] = 1, \
               a[i + 6] = 1, a[i + 7] = 1, a[i + 8] = 1, a[i + 9] = 1
kernel void many(global int *a) { TEN(0), TEN(10), TEN(20), TEN(30), TEN(40); }
// CHECK: define{{.*}}@many(
// CHECK: call{{.*}}@_Z12get_group_idj(i32 0)
// CHECK: call{{.*}}@__lockstep_global_writes.called(
// CHECK-NOT: __lockstep_global_writes(
// CHECK: define internal{{.*}}@__lockstep_global_slow(
// CHECK: define internal{{.*}}@__lockstep_global_writes.called(
// CHECK-NOT: @_Z{{.*}}get_
// CHECK: ret void
