// Multiply-add contracts where PoCL contracts it, or instrumented results would differ.
// RUN: %source_ll %s | FileCheck %s
// RUN: %source_ll %s -cl-fast-relaxed-math | FileCheck %s
kernel void k(global float *a) {
  a[0] = a[1] * a[2] + a[3];
  float product = a[4] * a[5];
  a[6] = product + a[7];
}
// CHECK: call {{.*}}float @llvm.fmuladd.f32
// CHECK: fmul
// CHECK: fadd
// CHECK-NOT: {{fast|contract}} float
