// Where work-items run at the same time, all compare their state with that of work-item 0, and only if somebody is
// elsewhere they find the least and the greatest state together.
// RUN: %source_ll %s | lockstep-opt --backend=spirv --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --strip-debug -o - - | FileCheck %s

// CHECK-LABEL: @branch
// CHECK: call spir_func void @_Z7barrierj(i32 1)
// CHECK: br label %lockstep.outer
kernel void branch(global int *out) {
  int l = get_local_id(0);
  if (l < 3)
    barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = 1;
}
// CHECK: lockstep.sync:
// CHECK-NOT: atomicrmw
// CHECK: call spir_func void @_Z7barrierj(i32 3)
// CHECK-NOT: atomicrmw
// CHECK: call spir_func void @_Z7barrierj(i32 1)
// CHECK: and i64 {{.*}}, 16
// CHECK-NEXT: icmp ne i64
// CHECK-NEXT: br i1
// CHECK: br i1 %{{.*}}, label %lockstep.finish, label %lockstep.outer
// CHECK: call spir_func void @_Z7barrierj(i32 1)
// CHECK: atomicrmw umin {{.*}} !lockstep.internal
// CHECK: call spir_func void @_Z7barrierj(i32 3)
// CHECK: call spir_func void @_Z7barrierj(i32 1)
// CHECK-DAG: call spir_func void @__lockstep_diverged(
// Once they have parted, all say where they are, and one takes that in, with a barrier behind each step.
// CHECK: call spir_func void @__lockstep_part_take(
// CHECK-NEXT: call spir_func void @_Z7barrierj(i32 3)
// CHECK: call spir_func i32 @__lockstep_part_say(
// CHECK-NEXT: call spir_func void @_Z7barrierj(i32 3)
// CHECK-NEXT: call spir_func void @__lockstep_part_close(
// CHECK-NEXT: call spir_func void @_Z7barrierj(i32 3)
