// The resumable form of a barrier in a divergent branch.
// RUN: %source_ll %s | lockstep-opt --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --strip-debug --metadata=%t.json -o - - | FileCheck %s
// RUN: FileCheck %s --check-prefix=META < %t.json

// META: "transformed": true,
// META-NEXT: "transform_reason": "barrier at [[#@LINE+7]]:5: the branch at [[#@LINE+6]]:7 depends on get_local_id ([[#@LINE+5]]:11)"
// CHECK-LABEL: @branch
// CHECK: %lockstep.state = alloca i64
// CHECK: br label %lockstep.outer
kernel void branch(global int *out) {
  int l = get_local_id(0);
  if (l < 3)
    barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = 1;
}
// The work-item that meets the barrier: site 1, flags 1, and above that where to resume.
// CHECK: store i64 4294967305, {{i64[*]|ptr}} %lockstep.state
// CHECK-NEXT: br label %lockstep.sync
// CHECK: lockstep.resume:
// One that leaves: exit site 2, left; it resumes nowhere.
// CHECK: store i64 -4160749552, {{i64[*]|ptr}} %lockstep.state
// CHECK-NEXT: br label %lockstep.sync
// CHECK: lockstep.outer:
// CHECK-NEXT: call spir_func void @_Z7barrierj(i32 1)
// CHECK: lockstep.dispatch:
// CHECK: switch i32 %{{.*}}, label %lockstep.sync [
// CHECK-NEXT: i32 0, label %lockstep.start
// CHECK-NEXT: i32 1, label %lockstep.resume
// CHECK: lockstep.sync:
// CHECK: load atomic i64, {{.*}} monotonic, align 8, !lockstep.internal
// CHECK: call spir_func void @__lockstep_meet(
// CHECK: call spir_func void @_Z7barrierj(i32 3)
// CHECK: br i1 %{{.*}}, label %lockstep.finish, label %lockstep.outer
