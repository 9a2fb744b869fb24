// The work-item functions read what the driver tells of a launch; libclc's know no offset.
// RUN: %run_cc --backend=ptx --emit=plain --output=- %s -cl-std=CL3.0 | FileCheck %s
// CHECK-LABEL: .entry global_id(
kernel void global_id(global ulong *a) {
  // CHECK-DAG: %ctaid.y
  // CHECK-DAG: %ntid.y
  // CHECK-DAG: %tid.y
  // CHECK-DAG: %envreg4
  // CHECK: ret;
  a[0] = get_global_id(1);
}
// CHECK-LABEL: .entry group_id(
kernel void group_id(global ulong *a) {
  // CHECK-DAG: %ctaid.z
  // CHECK-DAG: %envreg2
  // CHECK: ret;
  a[0] = get_group_id(2);
}
// CHECK-LABEL: .entry sizes(
kernel void sizes(global ulong *a) {
  // CHECK-DAG: %envreg6
  // CHECK-DAG: %ntid.x
  // CHECK-DAG: %envreg9
  // CHECK-DAG: %envreg8
  // CHECK-DAG: %envreg3
  // CHECK: ret;
  a[0] = get_global_size(0) + get_work_dim() + get_num_groups(2) + get_global_offset(0);
}
// Dimensions that there are none of.
// CHECK-LABEL: .entry none(
kernel void none(global ulong *a) {
  // CHECK: mov.u64 [[ZERO:%rd[0-9]+]], 0;
  // CHECK-NEXT: st.global.u64 [%rd{{[0-9]+}}], [[ZERO]];
  // CHECK-NEXT: mov.u64 [[ONE:%rd[0-9]+]], 1;
  // CHECK-NEXT: st.global.u64 [%rd{{[0-9]+}}+8], [[ONE]];
  // CHECK: ret;
  a[0] = get_global_id(3);
  a[1] = get_local_size(3);
}
// A barrier that names global memory may have had device scope in the source.
// CHECK-LABEL: .entry barriers(
kernel void barriers(global int *a, local int *l) {
  // CHECK-NOT: fence
  // CHECK: bar.sync 0;
  // CHECK: fence.acq_rel.gpu;
  // CHECK: bar.sync 0;
  // CHECK: ret;
  l[0] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[0] = l[0];
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[1] = a[0];
}
