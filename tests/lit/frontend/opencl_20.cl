// OpenCL C 2.0 without the generic address space where the source can do without it, with it where
// it cannot; C11 atomics are calls with OpenCL's names.
// RUN: %source_ll %s -cl-std=CL2.0 | FileCheck %s
// RUN: %source_ll %s -cl-std=CL2.0 -DGENERIC | FileCheck %s --check-prefix=GENERIC
// RUN: not %source_ll %s -cl-std=CL1.2 2>&1 | FileCheck %s --check-prefix=OLD
#if __OPENCL_C_VERSION__ != 200 && __OPENCL_C_VERSION__ != 120
#error version
#endif
#ifdef GENERIC
int read(int *p) { return *p; }
#else
int read(global int *p) { return *p; }
#endif
kernel void count(global atomic_int *n, global int *a) {
  atomic_fetch_add_explicit(n, read(a), memory_order_relaxed, memory_scope_device);
}
// CHECK-NOT: addrspace(4)
// CHECK: call spir_func i32 @_Z25atomic_fetch_add_explicitPU3AS1VU7_Atomicii12memory_order12memory_scope(
// CHECK-NOT: addrspace(4)
// GENERIC: call spir_func i32 @read({{i32|ptr}} addrspace(4){{[*]?}}
// OLD: error: {{.*}}atomic_int
