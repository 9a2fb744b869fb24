// A wrong source gives clang's diagnostics, plain and with the given name, and exit status 1.
// RUN: not %source_ll %s 2> %t
// RUN: FileCheck %s --input-file=%t
kernel void broken(global int *a) { a[0] = nowhere; }
// CHECK: wrong_source.cl:4:44: error: use of undeclared identifier 'nowhere'
// CHECK-NOT: {{lockstep-in-memory|\[0;}}
