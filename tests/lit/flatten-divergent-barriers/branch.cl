// The resumable form of a barrier in a divergent branch.
// RUN: %source_ll %s | lockstep-opt --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --strip-debug --metadata=%t.json -o - - | FileCheck %s
// RUN: FileCheck %s --check-prefix=META < %t.json

// META: "transformed": true,
// META-NEXT: "transform_reason": "barrier at [[#@LINE+8]]:5: the branch at [[#@LINE+7]]:7 depends on get_local_id ([[#@LINE+6]]:11)"
// CHECK-LABEL: @branch
// CHECK: %lockstep.pc = alloca i32
// CHECK: call spir_func void @_Z7barrierj(i32 1)
// CHECK: br label %lockstep.outer
kernel void branch(global int *out) {
  int l = get_local_id(0);
  if (l < 3)
    barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = 1;
}
// The work-item that meets the barrier: site 1, flags 1.
// CHECK: store i32 9, i32* %lockstep.waiting
// CHECK: store i32 1, i32* %lockstep.pc
// CHECK-NEXT: br label %lockstep.sync
// CHECK: lockstep.resume:
// CHECK: store i32 -1, i32* %lockstep.pc
// CHECK-NEXT: br label %lockstep.sync
// CHECK: lockstep.dispatch:
// CHECK: switch i32 %{{.*}}, label %lockstep.sync [
// CHECK-NEXT: i32 0, label %lockstep.start
// CHECK-NEXT: i32 1, label %lockstep.resume
// CHECK: lockstep.sync:
// CHECK: atomicrmw umin {{.*}} !lockstep.internal
// CHECK: call spir_func void @_Z7barrierj(i32 3)
// CHECK: call spir_func void @_Z7barrierj(i32 1)
// CHECK-DAG: call spir_func void @__lockstep_diverged(
// CHECK-DAG: br i1 %{{.*}}, label %lockstep.finish, label %lockstep.outer
