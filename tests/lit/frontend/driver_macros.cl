// The source sees the device's macros, not those of the target that we compile for.
// RUN: %source_ll %s | FileCheck %s
// RUN: %run_cc --emit=source-ll --device-version="OpenCL 1.2 Other" --device-c_version="OpenCL C 1.2 Other" --device-extensions="" %s -DOTHER | FileCheck %s
#if defined(__SPIR__) || defined(__SPIR64__) || defined(cl_khr_fp16) || defined(cl_khr_subgroups)
#error not on this device
#endif
#ifdef OTHER
#if defined(cl_khr_fp64) || defined(__x86_64__) || __OPENCL_VERSION__ != 120 || __OPENCL_C_VERSION__ != 120
#error other device
#endif
#elif !defined(cl_khr_fp64) || !defined(__x86_64__) || __OPENCL_VERSION__ != 300 || __OPENCL_C_VERSION__ != 300
#error pocl device
#endif
#if !defined(__ENDIAN_LITTLE__) || !defined(__IMAGE_SUPPORT__)
#error every device
#endif
kernel void ok(global int *a) { a[0] = 1; }
// CHECK: @ok
