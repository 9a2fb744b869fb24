// What cannot be seen is said: as a reason not to instrument, or as a note.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins --metadata=- %t.ll | FileCheck %s
kernel void fetches(global int *g) { prefetch(g, 4); g[0] = 1; }
// CHECK: "name": "fetches"
// CHECK: "instrumented": true
int elsewhere(global int *g);
kernel void unknown(global int *g) { elsewhere(g); }
// CHECK: "name": "unknown"
// CHECK: "reason": "it hands a pointer to shared memory to 'elsewhere', whose accesses cannot be seen"
