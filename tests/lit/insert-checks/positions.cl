// Sites carry the position of the access and of the calls that led to it.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,add-hidden-args,insert-checks --metadata=- %t.ll | FileCheck %s
void put(global int *p) {
  *p += 7;
}
kernel void k(global int *a) {
  put(a);
}
// CHECK: "args": [
// CHECK: "name": "a",
// CHECK: "reads": true,
// CHECK-NEXT: "writes": true,
// CHECK-NEXT: "granule_shift": 2,
// CHECK-NEXT: "checked": true
// CHECK: "id": 1,
// CHECK-NEXT: "op": "read",
// CHECK: "region": "global",
// CHECK-NEXT: "bytes": 4,
// CHECK-NEXT: "roots": [
// CHECK-NEXT: 0
// CHECK-NEXT: ],
// CHECK-NEXT: "file": "{{.*}}positions.cl",
// CHECK-NEXT: "line": 5,
// CHECK-NEXT: "column": 6,
// CHECK-NEXT: "function": "put",
// CHECK: "inlined_at": [
// CHECK: "line": 8,
// CHECK-NEXT: "column": 3,
// CHECK-NEXT: "function": "k"
// CHECK: "id": 2,
// CHECK-NEXT: "op": "write",
// CHECK-NOT: "id": 3
