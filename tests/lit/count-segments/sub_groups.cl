// Where the work-items of a group run together, the barriers of sub-groups have a counter of their own, in the low bits of
// a segment; with an event log work-items say instead that they have come to one and that they go on.
// RUN: %source_ll %s -cl-std=CL2.0 > %t.ll
// RUN: lockstep-opt --backend=spirv --passes=prepare,lower-builtins,add-hidden-args,count-segments --strip-debug --metadata=%t.json -o - %t.ll | FileCheck %s
// RUN: FileCheck %s --check-prefix=INFO < %t.json
void __attribute__((overloadable)) sub_group_barrier(uint);

// Two sub-group barriers in a row at most: two bits for them. 2 << 24 | 1 << 29 is 570425344.
// CHECK-LABEL: @both
// CHECK: store i32 570425344, {{i32[*]|ptr}} %lockstep.part_local_from
// INFO: "name": "both"
// INFO: "fixed_parts": true
kernel void both(global int *a, local int *t) {
  int l = get_local_id(0);
  t[l] = a[l];
  // CHECK: call spir_func void @_Z17sub_group_barrierj(i32 {{.*}}1)
  // CHECK: store i32 %{{.*}}, {{i32[*]|ptr}} %lockstep.parts_barriers
  // CHECK: [[PLACE:%.*]] = add i32 %{{.*}}, %{{.*}}
  // CHECK: [[SEGMENT:%.*]] = select i1 %{{.*}}, i32 [[PLACE]], i32 -2
  // CHECK: store i32 [[SEGMENT]], {{i32[*]|ptr}} %lockstep.segment
  // CHECK-NOT: %lockstep.local_from
  // CHECK: store i32 %{{.*}}, {{i32[*]|ptr}} %lockstep.part_local_from
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  a[l] = t[l ^ 1];
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  // The group's begins the others' count anew.
  // CHECK: call spir_func void @_Z7barrierj(i32 {{.*}}1)
  // CHECK: store i32 %{{.*}}, {{i32[*]|ptr}} %lockstep.groups_barriers
  // CHECK: store i32 0, {{i32[*]|ptr}} %lockstep.parts_barriers
  // CHECK: store i32 %{{.*}}, {{i32[*]|ptr}} %lockstep.local_from
  // CHECK: store i32 %{{.*}}, {{i32[*]|ptr}} %lockstep.part_local_from
  barrier(CLK_LOCAL_MEM_FENCE);
  a[l] = t[l + 1];
}

// CHECK-LABEL: @synchronises
// CHECK: call spir_func i32 @_Z16get_sub_group_idv()
// CHECK: fence release, {{.*}}!lockstep.part
// CHECK-NEXT: call spir_func void @_Z17sub_group_barrierj
// CHECK-NEXT: fence acquire, {{.*}}!lockstep.part
// INFO: "name": "synchronises"
// INFO-NOT: "fixed_parts": true
kernel void synchronises(global atomic_int *a, global int *b) {
  b[get_global_id(0)] = 1;
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  atomic_store_explicit(a, 1, memory_order_release, memory_scope_device);
}
