// Where sub-groups may go their own ways, or have barriers, the kernel gets the resumable form with meetings of
// sub-groups; where the whole group provably meets at a function it stays as it is.
// RUN: %source_ll %s -cl-std=CL2.0 > %t.ll
// RUN: lockstep-opt --backend=spirv-serial --passes=prepare,lower-builtins,add-hidden-args,count-segments,lower-async-copies,lower-collectives,flatten-divergent-barriers --metadata=%t.json --strip-debug -o - %t.ll | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json
void __attribute__((overloadable)) sub_group_barrier(uint);
int __attribute__((overloadable)) sub_group_reduce_add(int);
int __attribute__((overloadable)) sub_group_shuffle(int, uint);
uint __attribute__((overloadable)) get_sub_group_id(void);

// Descriptions come by name.
// JSON: "name": "all_meet"
// JSON: "transformed": false,
// CHECK-LABEL: @all_meet
// CHECK-NOT: __lockstep_meet_parts
kernel void all_meet(global int *a) { a[get_global_id(0)] = sub_group_reduce_add(a[get_global_id(0)]); }

// JSON: "name": "barrier_of_one"
// JSON: "transformed": true,
// JSON: "transform_reason": "it has barriers of sub-groups",
// The meeting counts where the group is apart: nothing then is added behind the barrier.
// CHECK-LABEL: @barrier_of_one
// CHECK: call spir_func void @__lockstep_parts_enter({{.*}}, i32 1)
// CHECK: store i32 3, {{.*}}%lockstep.stop
// CHECK: %[[APART:.*]] = load i32, {{.*}}%lockstep.apart
// CHECK: %[[ONE:.*]] = sub i32 1, %[[APART]]
// CHECK: add i32 %{{.*}}, %[[ONE]], !lockstep.count
// CHECK: call spir_func void @__lockstep_meet_parts(
// CHECK: store i32 %{{.*}}, {{.*}}%lockstep.goes
kernel void barrier_of_one(global int *a) {
  a[get_global_id(0)] = 1;
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)] += a[0];
}

// JSON: "name": "functions_and_copies"
// JSON: "reason": "it makes asynchronous copies beside meetings of sub-groups
kernel void functions_and_copies(global int *a, local int *t) {
  event_t e = async_work_group_copy(t, a, 16, 0);
  if (get_sub_group_id() == 0) a[get_global_id(0)] = sub_group_reduce_add(a[get_global_id(0)]);
  wait_group_events(1, &e);
}

// JSON: "name": "own_ways"
// JSON: "transformed": true,
// No barriers: nothing is ordered, and no table kept.
// CHECK-LABEL: @own_ways
// CHECK: call spir_func void @__lockstep_parts_enter({{.*}}, i32 0)
// CHECK: store i32 1, {{.*}}%lockstep.stop
kernel void own_ways(global int *a) {
  if (get_sub_group_id() == 0) a[get_global_id(0)] = sub_group_reduce_add(a[get_global_id(0)]);
}

// JSON: "name": "synchronises"
// JSON: "transformed": true,
// Where there is an event log no table is kept and no segment counted: that the work-item comes and goes on is logged,
// with a name of the meeting.
// CHECK-LABEL: @synchronises
// CHECK: call spir_func void @__lockstep_parts_enter({{.*}}, i32 0)
// CHECK: load i32, {{.*}}%lockstep.round
// CHECK: call spir_func i32 @_Z16get_sub_group_idv()
// CHECK: store i64 %{{.*}}, {{.*}}%lockstep.meeting
// CHECK-NEXT: fence release, {{.*}}!lockstep.part
// CHECK-NOT: !lockstep.count
// CHECK: fence acquire, {{.*}}!lockstep.part
// CHECK-NOT: __lockstep_part(
// CHECK: add i32 %{{.*}}, 1
// CHECK-NEXT: store i32 %{{.*}}, {{.*}}%lockstep.round
kernel void synchronises(global atomic_int *a, global int *b) {
  b[get_global_id(0)] = 1;
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  atomic_store_explicit(a, 1, memory_order_release, memory_scope_device);
}

// JSON: "name": "with_another"
// JSON: "reason": "it uses sub_group_shuffle and not provably uniform barriers (it has barriers of sub-groups)"
kernel void with_another(global int *a) {
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)] = sub_group_shuffle(a[0], 1);
}

// JSON: "name": "with_copies"
// JSON: "transformed": true,
// JSON: "synchronises": true,
kernel void with_copies(global int *a, local int *t) {
  event_t e = async_work_group_copy(t, a, 16, 0);
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  wait_group_events(1, &e);
}
//covers: sub-group-functions
