// The group meets at work-group functions as at barriers: where it provably does the control flow stays, else the
// kernel gets the resumable form. What gives all the same decides no branch differently.
// RUN: %source_ll %s -cl-std=CL2.0 > %t.ll
// RUN: lockstep-opt --backend=spirv-serial --passes=prepare,lower-builtins,add-hidden-args,count-segments,lower-collectives,flatten-divergent-barriers --metadata=%t.json -o %t.out %t.ll
// RUN: FileCheck %s < %t.json

// CHECK: "name": "all_meet"
// CHECK: "transformed": false,
kernel void all_meet(global int *a) {
  int x = work_group_reduce_add(a[get_global_id(0)]);
  if (x > 3) a[get_global_id(0)] = work_group_scan_inclusive_add(x);
}

// CHECK: "name": "some_meet"
// CHECK: "transformed": true,
// CHECK: "transform_reason": "barrier at [[#@LINE+3]]:18: the branch at [[#@LINE+3]]:7 depends on the result of work_group_scan_inclusive_add ([[#@LINE+2]]:11)",
kernel void some_meet(global int *a) {
  int x = work_group_scan_inclusive_add(a[get_global_id(0)]);
  if (x > 3) x = work_group_any(x);
  a[get_global_id(0)] = x;
}
//covers: transform-collectives
