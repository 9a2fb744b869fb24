// write_imagei of 3D images and of 2D arrays is called by the name that PoCL's library has for it; others are found by
// their own.
// REQUIRES: typed-pointers
// RUN: %run_cc --emit=ll --output=%t %s -cl-std=CL2.0
// RUN: FileCheck %s --input-file=%t
// RUN: %image %s -cl-std=CL2.0 | sed -n 2p | FileCheck %s --check-prefix=JSON
// CHECK-LABEL: spir_kernel void @k(
// CHECK: call void @_Z16_cl_write_imagei14ocl_image3d_woDv4_iS0_({{i8[*]|ptr}} %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> %{{.*}})
// CHECK: call spir_func void @_Z12write_imagei14ocl_image2d_wo
// JSON: "name":"k","instrumented":true
kernel void k(write_only image3d_t deep, write_only image2d_t flat, int4 at) {
  write_imagei(deep, at, at);
  write_imagei(flat, at.xy, at);
}
