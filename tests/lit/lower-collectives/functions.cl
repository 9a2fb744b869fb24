// Where the work-items of a group run one after the other, work-group functions become an offer, a meeting without
// fence flags, and a call that computes the result.
// RUN: %source_ll %s -cl-std=CL2.0 > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins,add-hidden-args,count-segments,lower-collectives --strip-debug --metadata=%t.json -o - %t.ll | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json

// CHECK-LABEL: @sums
// CHECK-NOT: @lockstep.segment
// CHECK: call spir_func void @__lockstep_offers_enter(
// CHECK: %[[BITS:.*]] = bitcast float %{{.*}} to i32
// CHECK: %[[WIDE:.*]] = zext i32 %[[BITS]] to i64
// CHECK: call spir_func void @__lockstep_offer({{.*}}, i64 %[[WIDE]], i32 0, i32 1, i64 %[[TURN:.*]])
// CHECK: call spir_func void @_Z7barrierj(i32 0){{.*}}!lockstep.site
// CHECK: call spir_func i64 @__lockstep_take_float({{.*}}, i32 0, i32 1, i64 %[[TURN]]), !lockstep.collective ![[SHARED:[0-9]+]]
// CHECK: call spir_func i64 @__lockstep_take_ulong({{.*}}, i32 18, i32 2, {{.*}}), !lockstep.collective ![[OWN:[0-9]+]]
kernel void sums(global float *a, global ulong *b) {
  size_t i = get_global_id(0);
  a[i] = work_group_reduce_add(a[i]);
  b[i] = work_group_scan_exclusive_max(b[i]);
}

// Who a broadcast asks is compared where it is not provably one for all.
// CHECK-LABEL: @asked
// CHECK: call spir_func i64 @__lockstep_take_chosen(
// CHECK-SAME: !lockstep.collective ![[CHOSEN:[0-9]+]]
// CHECK: call spir_func i64 @__lockstep_take_chosen(
// CHECK-SAME: !lockstep.collective ![[OPEN:[0-9]+]]
kernel void asked(global int *a, uint n) {
  size_t i = get_global_id(0);
  int x = work_group_broadcast(a[i], n);
  a[i] = work_group_broadcast(x, get_local_id(0));
}

// A kernel without them stays what it is.
// CHECK-LABEL: @none
// CHECK-NOT: __lockstep_offer
// CHECK: ret void
kernel void none(global int *a) { a[get_global_id(0)] = 1; }

// Descriptions come by name.
// JSON: "name": "asked"
// JSON: "compares_arguments": true,
// JSON: "condition": "its arguments depend on get_local_id
// JSON: "name": "sums"
// JSON: "collectives": true,
// JSON-NEXT: "compares_arguments": false,
// JSON: "op": "collective",
// JSON: "flags": "work_group_reduce_add",
// CHECK-DAG: ![[SHARED]] = !{!"work_group_reduce_add", !"shared"}
// CHECK-DAG: ![[OWN]] = !{!"work_group_scan_exclusive_max", !"own"}
// CHECK-DAG: ![[CHOSEN]] = !{!"work_group_broadcast", !"shared"}
// CHECK-DAG: ![[OPEN]] = !{!"work_group_broadcast", !"own"}
//covers: group-functions
