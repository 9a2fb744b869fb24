// Where the group provably meets at its copies only the waits are barriers; where it does not, copies
// and waits are stops of the resumable form.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins,add-hidden-args,count-segments,lower-async-copies,flatten-divergent-barriers --strip-debug --metadata=%t.json -o - %t.ll | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json

// CHECK-LABEL: @together
// CHECK-NOT: lockstep.dispatch
// CHECK: call spir_func void @_Z7barrierj(i32 3)
// CHECK-NOT: @_Z7barrierj
// CHECK: ret void
kernel void together(global int *g, local int *l) {
  event_t e = async_work_group_copy(l, g, 4, 0);
  wait_group_events(1, &e);
}

// CHECK-LABEL: @apart
// CHECK: lockstep.dispatch
kernel void apart(global int *g, local int *l) {
  if (get_local_id(0) < 3) {
    event_t e = async_work_group_copy(l, g, 4, 0);
    wait_group_events(1, &e);
  }
}

// JSON: "name": "apart"
// JSON: "transformed": true
// JSON: "name": "together"
// JSON: "transformed": false
