// write_imagei of 3D images and of 2D arrays is called by the name that PoCL's library has for it; others are found by
// their own. In SPIR-V it stays, and a function that calls that name comes with it. PoCL 3.1 is served by LLVM 15 only.
// RUN: %if typed-pointers %{ %run_cc --emit=ll --output=%t %s -cl-std=CL2.0 %}
// RUN: %if typed-pointers %{ FileCheck %s --input-file=%t %}
// RUN: %if typed-pointers %{ %image %s -cl-std=CL2.0 | sed -n 2p | FileCheck %s --check-prefix=JSON %}
// CHECK-LABEL: spir_kernel void @k(
// CHECK: call void @_Z16_cl_write_imagei14ocl_image3d_woDv4_iS0_({{i8[*]|ptr}} %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> %{{.*}})
// CHECK: call spir_func void @_Z12write_imagei14ocl_image2d_wo
// JSON: "name":"k","instrumented":true
//
// RUN: %run_cc --backend=spirv-serial --emit=ll --output=%t %s -cl-std=CL2.0
// RUN: FileCheck %s --input-file=%t --check-prefix=SPIRV
// RUN: %run_cc --backend=spirv-serial --emit=image --output=%t %s -cl-std=CL2.0
// RUN: FileCheck %s --input-file=%t --check-prefix=NAMES
// SPIRV: define spir_func void @_L12write_imagei14ocl_image3d_woDv4_iS0_({{i8|ptr}} addrspace(1)
// SPIRV: ptrtoint
// SPIRV: inttoptr
// SPIRV: call spir_func void @_L16_cl_write_imagei14ocl_image3d_woDv4_iS0_({{i8[*]|ptr}} %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> %{{.*}})
// SPIRV: define spir_func void @_L12write_imagei20ocl_image2d_array_rwDv4_iS0_(
// SPIRV-NOT: @_L12write_imagei14ocl_image2d
// NAMES-NOT: _L1
// NAMES-DAG: _Z12write_imagei14ocl_image3d_woDv4_iS0_
// NAMES-DAG: _Z16_cl_write_imagei14ocl_image3d_woDv4_iS0_
// NAMES-NOT: _L1
kernel void k(write_only image3d_t deep, write_only image2d_t flat, read_write image2d_array_t layers, int4 at) {
  write_imagei(deep, at, at);
  write_imagei(flat, at.xy, at);
  write_imageui(layers, at, as_uint4(at));
}
