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
