// Vectors of at most four bytes are numbers to C's calling conventions, and so to PoCL's printf; short3 has four elements.
// RUN: %run_cc --emit=ll --output=- %s -cl-std=CL1.2 | FileCheck %s
// CHECK-LABEL: @k(
kernel void k(global char *a, global short *b) {
  // CHECK: call spir_func i32 {{.*}}@printf({{.*}}, i32 noundef %{{[0-9]+}}, i32 noundef %{{[0-9]+}}, i32 noundef %{{[0-9]+}}, i32 noundef %{{[0-9]+}})
  printf("%v2hhd %v3hhd %v4hhd %v2hd\n", vload2(0, a), vload3(0, a), vload4(0, a), vload2(0, b));
  // CHECK: call spir_func i32 {{.*}}@printf({{.*}}, <8 x i8> noundef %{{[0-9]+}}, <4 x i16> noundef %{{[0-9]+}})
  printf("%v8hhd %v3hd\n", vload8(0, a), vload3(0, b));
}
