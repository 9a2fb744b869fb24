// Where the work-items of a group run together, barriers of sub-groups stay the driver's if all of the group provably
// meet each of them and the group's own, and all of a sub-group its functions. Else the kernel gets the resumable form,
// with meetings of sub-groups, and only the functions stay.
// RUN: %source_ll %s -cl-std=CL2.0 > %t.ll
// RUN: lockstep-opt --backend=spirv --passes=prepare,lower-builtins,add-hidden-args,count-segments,lower-async-copies,lower-collectives,flatten-divergent-barriers --metadata=%t.json --strip-debug -o - %t.ll | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json
void __attribute__((overloadable)) sub_group_barrier(uint);
uint __attribute__((overloadable)) get_sub_group_id(void);
int __attribute__((overloadable)) sub_group_reduce_add(int);
int __attribute__((overloadable)) sub_group_broadcast(int, uint);
int __attribute__((overloadable)) sub_group_shuffle(int, uint);

// Descriptions come by name.
// JSON: "name": "as_they_are"
// JSON: "fixed_parts": true,
// JSON: "transformed": false,
// CHECK-LABEL: @as_they_are
// CHECK: call spir_func void @_Z17sub_group_barrierj
// CHECK-NOT: lockstep.sync
kernel void as_they_are(global int *a) {
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_sub_group_id() == 1) a[get_global_id(0)] = sub_group_reduce_add(a[0]);
}

// JSON: "name": "asks"
// JSON: "compares_arguments": true,
// JSON: "part_words": 2,
// JSON: "transformed": true,
// JSON: "transform_reason": "sub_group_broadcast at 39:25: its arguments depend on get_local_id (39:51)",
// JSON: "op": "collective"
// Whose value is asked for is said up to the function.
// CHECK-LABEL: @asks
// CHECK: store i32 %{{.*}}, {{.*}}%lockstep.asked
// CHECK: br label %lockstep.sync
// CHECK: call spir_func i32 @_Z19sub_group_broadcastij
// CHECK-NEXT: store i32 0, {{.*}}%lockstep.asked
kernel void asks(global int *a) {
  a[get_global_id(0)] = sub_group_broadcast(a[0], get_local_id(0));
}

// JSON: "name": "group_in_parts"
// JSON: "fixed_parts": false,
// JSON: "part_words": 2,
// JSON: "transformed": true,
// JSON: "transform_reason": "barrier at 63:32: the branch at 63:7 depends on the result of get_sub_group_id (63:7)",
// A table is kept from the start.
// CHECK-LABEL: @group_in_parts
// CHECK: call spir_func void @__lockstep_part_take(
// CHECK-NEXT: call spir_func void @_Z7barrierj(i32 3)
// CHECK: call spir_func void @__lockstep_parts_claim(
// CHECK-NEXT: call spir_func void @_Z7barrierj(i32 3)
// CHECK-NEXT: call spir_func void @__lockstep_parts_begin(
// CHECK-NEXT: call spir_func void @_Z7barrierj(i32 3)
// CHECK-NEXT: call spir_func i32 @__lockstep_parts_followed(
// CHECK-NOT: @_Z17sub_group_barrierj
// CHECK: call spir_func i32 @__lockstep_part_differs(
// CHECK-DAG: call spir_func void @__lockstep_part_tell(
// CHECK-DAG: store i32 %{{.*}}, {{.*}}%lockstep.goes
// CHECK-DAG: call spir_func i32 @__lockstep_part_say(
kernel void group_in_parts(global int *a) {
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_sub_group_id() == 1) barrier(CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)] = 1;
}

// JSON: "name": "own_ways"
// JSON: "transformed": true,
// JSON: "transform_reason": "it has barriers of sub-groups",
// CHECK-LABEL: @own_ways
kernel void own_ways(global int *a) {
  if (get_sub_group_id() == 1) sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)] = 1;
}

// JSON: "name": "part_of_it"
// JSON: "transformed": true,
// JSON: "transform_reason": "sub_group_reduce_add at 88:50: the branch at 88:7 depends on get_local_id (88:7)",
// No barriers: no table. The function is called behind the place where the sub-group meets.
// CHECK-LABEL: @part_of_it
// CHECK-NOT: call {{.*}}@__lockstep_part_take(
// CHECK: br label %lockstep.sync
// CHECK: lockstep.resume:
// CHECK: call spir_func i32 @_Z20sub_group_reduce_addi
// CHECK-NOT: call {{.*}}@__lockstep_part_say(
kernel void part_of_it(global int *a) {
  if (get_local_id(0) < 4) a[get_global_id(0)] = sub_group_reduce_add(a[0]);
}

// JSON: "name": "shuffles"
// JSON: "reason": "it uses sub_group_shuffle and not provably uniform barriers (sub_group_reduce_add at
kernel void shuffles(global int *a) {
  if (get_local_id(0) < 4) a[get_global_id(0)] = sub_group_reduce_add(sub_group_shuffle(a[0], 1));
}

// JSON: "name": "synchronises"
// JSON: "part_words": 2,
// JSON: "transformed": true,
// With an event log: no table, and the meeting's name counts how often the group has come to `sync`.
// CHECK-LABEL: @synchronises
// CHECK-NOT: call {{.*}}@__lockstep_part_take(
// CHECK: fence release, {{.*}}!lockstep.part
// CHECK: fence acquire, {{.*}}!lockstep.part
// CHECK: store i32 %{{.*}}, {{.*}}%lockstep.round
// CHECK-NOT: call {{.*}}@__lockstep_part_say(
kernel void synchronises(global atomic_int *a, global int *b) {
  b[get_global_id(0)] = 1;
  if (get_local_id(0) < 4) sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  atomic_store_explicit(a, 1, memory_order_release, memory_scope_device);
}
//covers: sub-group-functions, sub-group-order, sub-group-synchronising
