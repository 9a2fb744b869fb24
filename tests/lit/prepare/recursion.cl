// A recursive kernel is left alone, with the reason; its neighbour is not.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare --metadata=- %t.ll | FileCheck %s
int down(int n) { return n ? down(n - 1) + n : 0; }
kernel void deep(global int *a) { a[0] = down(3); }
kernel void flat(global int *a) { a[0] = 3; }
// CHECK: "name": "deep",
// CHECK-NEXT: "instrumented": false,
// CHECK-NEXT: "reason": "it calls 'down' recursively"
// CHECK: "name": "flat",
// CHECK-NEXT: "instrumented": true,
