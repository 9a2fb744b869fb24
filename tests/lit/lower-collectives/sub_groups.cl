// Where the work-items of a group run one after the other, sub-group functions become an offer, a marked meeting and a
// call that computes the result, for the sub-group that the driver's get_sub_group_id names.
// RUN: %source_ll %s -cl-std=CL2.0 > %t.ll
// RUN: lockstep-opt --backend=spirv-serial --passes=prepare,lower-builtins,add-hidden-args,count-segments,lower-collectives --strip-debug --metadata=%t.json -o - %t.ll | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json
float __attribute__((overloadable)) sub_group_reduce_add(float);
int __attribute__((overloadable)) sub_group_broadcast(int, uint);
int __attribute__((overloadable)) sub_group_shuffle(int, uint);
uint __attribute__((overloadable)) get_sub_group_id(void);

// CHECK-LABEL: @sums
// CHECK: %[[PART:.*]] = call spir_func i32 @_Z16get_sub_group_idv()
// CHECK: call spir_func void @__lockstep_offer({{.*}}, i32 0, i32 1, i64 %[[TURN:.*]])
// CHECK: call spir_func void @_Z7barrierj(i32 0){{.*}}!lockstep.part
// CHECK: call spir_func i64 @__lockstep_take_float({{.*}}, i32 0, i32 1, i64 %[[TURN]]), !lockstep.collective ![[OWN:[0-9]+]]
kernel void sums(global float *a) { a[get_global_id(0)] = sub_group_reduce_add(a[get_global_id(0)]); }

// Which work-item of the sub-group is asked: by its number there. Sub-groups may ask for different ones.
// CHECK-LABEL: @asked
// CHECK: %[[MINE:.*]] = call spir_func i32 @_Z22get_sub_group_local_idv()
// CHECK: %[[SIZE:.*]] = call spir_func i32 @_Z18get_sub_group_sizev()
// CHECK: call spir_func void @__lockstep_offer_lane({{.*}}, i32 %[[MINE]], i32 %[[SIZE]], i32 1, i64 %{{.*}})
// CHECK: call spir_func i64 @__lockstep_take_chosen(
kernel void asked(global int *a) { a[get_global_id(0)] = sub_group_broadcast(a[0], get_sub_group_id()); }

// What the library does not compute stays the driver's.
// CHECK-LABEL: @shuffled
// CHECK-NOT: __lockstep_offer
// CHECK: call spir_func i32 @_Z17sub_group_shuffleij(
kernel void shuffled(global int *a) { a[get_global_id(0)] = sub_group_shuffle(a[0], 1); }

// JSON: "name": "asked"
// JSON: "compares_arguments": true,
// JSON: "flags": "sub_group_broadcast",
// CHECK-DAG: ![[OWN]] = !{!"sub_group_reduce_add", !"own"}
//covers: sub-group-functions
