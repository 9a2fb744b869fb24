// Macros in all the ways that drivers take, and options that nobody knows.
// RUN: %source_ll %s -DA=1 -D B=2 -DC -D "\"D=3 + 4\"" -cl-kernel-arg-info -w -Werror -g -O3 -cl-nv-verbose -foo | FileCheck %s
kernel void values(global int *out) {
  out[A] = B;
  out[C] = D;
}
// CHECK: store i32 2,
// CHECK: store i32 7,
