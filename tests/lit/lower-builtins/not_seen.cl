// What cannot be seen is said: as a reason not to instrument, or as a note.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins --metadata=- %t.ll | FileCheck %s
kernel void copies(global int *g, local int *l) {
  event_t e = async_work_group_copy(l, g, 4, 0);
  wait_group_events(1, &e);
}
// CHECK: "name": "copies"
// CHECK: "reason": "asynchronous copies (async_work_group_copy) are not supported yet"
kernel void fetches(global int *g) { prefetch(g, 4); g[0] = 1; }
// CHECK: "name": "fetches"
// CHECK: "instrumented": true
int elsewhere(global int *g);
kernel void unknown(global int *g) { elsewhere(g); }
// CHECK: "name": "unknown"
// CHECK: "reason": "it hands a pointer to shared memory to 'elsewhere', whose accesses cannot be seen"
