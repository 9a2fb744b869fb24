// Flushing denormals is something the driver does around the code: the image says so.
// RUN: %image %s -cl-denorms-are-zero | head -2 | FileCheck %s
// RUN: %source_ll %s -cl-denorms-are-zero | FileCheck %s --check-prefix=CODE
kernel void k(global float *a) { a[0] *= 1e-40f; }
// CHECK: "build_options":"-cl-denorms-are-zero"
// CODE: "denormal-fp-math"="positive-zero,positive-zero"
