// Pointers without an address space in OpenCL C 1.2 and 3.0 are private, as on the device.
// RUN: not %source_ll %s -cl-std=CL1.2 2>&1 | FileCheck %s
// RUN: not %source_ll %s -cl-std=CL3.0 2>&1 | FileCheck %s
// RUN: %source_ll %s -cl-std=CL1.2 -DPRIVATE | FileCheck %s --check-prefix=PRIVATE
int first(int *p) { return p[0]; }
#ifdef PRIVATE
kernel void k(global int *a) { int x = a[1]; a[0] = first(&x); }
#else
kernel void k(global int *a) { a[0] = first(a); }
#endif
// CHECK: generic_pointers.cl:9:45: error: passing '__global int *{{.*}}' to parameter of type '{{.*}}int *' changes address space
// PRIVATE: define dso_local spir_func i32 @first({{i32[*]|ptr}} noundef %p)
