// OpenCL 2.0's form becomes the old one, which every driver has.
// RUN: %source_ll %s -cl-std=CL3.0 | lockstep-opt --passes=prepare,count-segments --strip-debug -o - - | FileCheck %s

// CHECK-LABEL: @scopes
// CHECK-NOT: work_group_barrier
kernel void scopes(global int *out) {
  // CHECK: call spir_func void @_Z7barrierj(i32 {{.*}}3){{.*}}!lockstep.site
  // CHECK: store {{.*}} %lockstep.global_from
  // CHECK: store {{.*}} %lockstep.local_from
  work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  // CHECK: call spir_func void @_Z7barrierj(i32 {{.*}}1){{.*}}!lockstep.site
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_device);
  // A scope below the group orders nothing between its work-items.
  // CHECK: call spir_func void @_Z7barrierj(i32 {{.*}}0){{.*}}!lockstep.site
  // CHECK-NOT: _from
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_item);
  out[0] = 1;
}
