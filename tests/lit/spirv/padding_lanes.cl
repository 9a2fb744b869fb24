// For llvmpipe a lane that stands for no work-item leaves each loop of a kernel at the first exit.
// RUN: %run_cc --backend=spirv-llvmpipe --emit=ll --output=%t %s
// RUN: FileCheck %s --input-file=%t
// RUN: %run_cc --backend=spirv --emit=ll --output=%t %s
// RUN: FileCheck %s --check-prefix=OTHERS --input-file=%t
// CHECK: spir_kernel void @k(
// CHECK: [[ID:%.*]] = call spir_func i64 @_Z12get_local_idj(i32 0)
// CHECK-NEXT: [[SIZE:%.*]] = call spir_func i64 @_Z14get_local_sizej(i32 0)
// CHECK-NEXT: icmp uge i64 [[ID]], [[SIZE]]
// OTHERS-NOT: icmp uge i64 {{.*}}get_local_size
kernel void k(global int *a, int n) {
  for (int i = 0; a[i] != n; ++i) a[i + 1] = i;
}
