// Functions that libclc lacks, or makes intrinsics of that LLVM 15 cannot select for PTX.
// RUN: %run_cc --backend=ptx --emit=plain --output=- %s -cl-std=CL3.0 | FileCheck %s
// CHECK-LABEL: .entry natives(
kernel void natives(global float *a, global float4 *v) {
  // CHECK-DAG: sin.approx.f32
  // CHECK-DAG: cos.approx.f32
  a[0] = native_sin(a[1]) + native_cos(a[2]);
  // CHECK-DAG: ex2.approx.f32
  // CHECK-DAG: lg2.approx.f32
  a[3] = native_exp(a[4]) + native_powr(a[5], a[6]);
  v[0] = native_log(v[1]) + native_tan(v[2]);
  // CHECK: ret;
}
// CHECK-LABEL: .entry integers(
kernel void integers(global int *a, global ulong2 *v) {
  // CHECK: mul.hi.s32
  a[0] = mad_hi(a[1], a[2], a[3]);
  // CHECK: popc.b64
  v[0] = ctz(v[1]);
  // CHECK: ret;
}
// CHECK-LABEL: .entry copies(
kernel void copies(global float3 *from, global uchar3 *to, local float3 *f, local uchar3 *c) {
  // CHECK: st.shared.v4.f32
  event_t event = async_work_group_copy(f, from, 16, 0);
  // CHECK: st.global.{{v4.u8|u32}}
  event = async_work_group_strided_copy(to, c, 16, 2, event);
  // CHECK: bar.sync
  wait_group_events(1, &event);
}
// CHECK-LABEL: .entry barriers(
kernel void barriers(global int *a) {
  // CHECK: fence.acq_rel.gpu;
  // CHECK: bar.sync 0;
  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
  // CHECK-NOT: fence
  // CHECK: bar.sync 0;
  a[0] = a[1];
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: ret;
}
// A component is written alone: its neighbours may be another work-item's.
// CHECK-LABEL: .entry component(
kernel void component(global int4 *v) {
  // CHECK-NOT: ld.global
  // CHECK: st.global.u32
  // CHECK: ret;
  v[get_global_id(0)].y = 1;
}
