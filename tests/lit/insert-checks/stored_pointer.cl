// Pointers kept in private arrays and structures lead back to what was stored there; one that
// comes from shared memory may lead anywhere, so nothing is left out.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,add-hidden-args,insert-checks --strip-debug --metadata=%t.json %t.ll -o - | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json
typedef struct { global int *p; int n; } Where;
kernel void known(global int *a, global const int *b, int i) {
  global int *table[2] = {a, a + 4};
  Where w = {a, i};
  w.n += 1;
  table[i][0] = 1;
  w.p[w.n] = b[0];
}
// CHECK: define{{.*}}@known(
// CHECK-NOT: __lockstep_unknown
// CHECK: call{{.*}}@__lockstep_global_write({{.*}}, i32 0, i64 {{[%0-9]}}
// CHECK: call{{.*}}@__lockstep_global_write({{.*}}, i32 0, i64 {{[%0-9]}}
kernel void unknown(global ulong *a, global const int *b) {
  global int *p = (global int *)a[0];
  *p = b[0];
}
// CHECK: define{{.*}}@unknown(
// CHECK: call{{.*}}@__lockstep_global_read({{.*}}, i32 0, i64 {{[%0-9]}}
// CHECK: call{{.*}}@__lockstep_global_read({{.*}}, i32 1, i64 {{[%0-9]}}
// CHECK: call{{.*}}@__lockstep_unknown_write(
// JSON: "name": "known"
// JSON: "unknown_roots": {
// JSON-NEXT: "reads": false,
// JSON-NEXT: "writes": false
// JSON: "name": "unknown"
// JSON: "unknown_roots": {
// JSON-NEXT: "reads": false,
// JSON-NEXT: "writes": true
