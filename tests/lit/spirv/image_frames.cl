// llvmpipe is not given checks of kernels that have barriers and write images; other devices are.
// RUN: %run_cc --backend=spirv-llvmpipe --output=%t %s
// RUN: sed -n 2p %t | FileCheck %s
// RUN: %run_cc --backend=spirv --output=%t %s
// RUN: sed -n 2p %t | FileCheck %s --check-prefix=OTHERS
// CHECK-DAG: "name":"both","instrumented":false,"reason":"it has barriers and writes images, over whose checks this driver's code ends the process"
// CHECK-DAG: "name":"writes","instrumented":true
// CHECK-DAG: "name":"waits","instrumented":true
// OTHERS: "name":"both","instrumented":true
kernel void both(write_only image2d_t image, global int *a) {
  const int i = get_global_id(0);
  a[i ^ 1] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  write_imagef(image, (int2)(i, 0), (float4)(1));
}
kernel void writes(write_only image2d_t image, global int *a) {
  a[get_global_id(0)] = 1;
  write_imagef(image, (int2)(get_global_id(0), 0), (float4)(1));
}
kernel void waits(global int *a) {
  const int i = get_global_id(0);
  a[i ^ 1] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[i] += 1;
}
