// For llvmpipe each read gets an address that is the lane's own to the driver, but where all lanes are there.
// RUN: %run_cc --backend=spirv-llvmpipe --emit=ll --output=%t %s
// RUN: FileCheck %s --input-file=%t
// RUN: %run_cc --backend=spirv --emit=ll --output=%t %s
// RUN: FileCheck %s --check-prefix=OTHERS --input-file=%t
// CHECK: spir_func void @k(
// CHECK: [[BEYOND:%.*]] = icmp ult i64 {{%.*}}, {{%.*}}
// CHECK: [[NOTHING:%.*]] = select i1 [[BEYOND]], i64 1, i64 0
// CHECK: load float, {{.*}} %arrayidx, align
// CHECK: [[PLACE:%.*]] = getelementptr float, {{.*}}, i64 [[NOTHING]]
// CHECK-NEXT: load float, {{.*}} [[PLACE]], align
// OTHERS: spir_func void @k(
// OTHERS-NOT: icmp ult
// OTHERS: load float, {{.*}} %arrayidx1, align
kernel void k(global float *a, constant float *b) {
  const float first = b[0];
  if (first > 0) a[get_global_id(0)] = b[1];
}
