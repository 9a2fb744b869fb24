// For llvmpipe a lane that stands for no work-item leaves each loop of a kernel at the first exit.
// RUN: %run_cc --backend=spirv-llvmpipe --emit=ll --output=%t %s
// RUN: FileCheck %s --input-file=%t
// RUN: %run_cc --backend=spirv --emit=ll --output=%t %s
// RUN: FileCheck %s --check-prefix=OTHERS --input-file=%t
// CHECK: spir_func void @k(
// CHECK: [[IDS:%.*]] = load <3 x i64>, {{.*}}@__spirv_BuiltInLocalInvocationId,
// CHECK: [[SIZES:%.*]] = load <3 x i64>, {{.*}}@__spirv_BuiltInWorkgroupSize,
// CHECK: [[PADDING:%.*]] = icmp uge i64
// CHECK-NEXT: [[THERE:%.*]] = xor i1 [[PADDING]], true
// CHECK: and i1 {{.*}}, [[THERE]]
// OTHERS: spir_func void @k(
// OTHERS-NOT: @__spirv_BuiltInWorkgroupSize,
// OTHERS: {{^}}for.cond:
kernel void k(global int *a, int n) {
  for (int i = 0; a[i] != n; ++i) a[i + 1] = i;
}
