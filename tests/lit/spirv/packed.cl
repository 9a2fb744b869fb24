// Members of packed structures are found in bytes, since rusticl has other distances than the source once an address
// is a number.
// RUN: %run_cc --backend=spirv --emit=ll --output=%t %s
// RUN: FileCheck %s --input-file=%t
// CHECK: @k(
// CHECK-NOT: getelementptr {{.*}}%struct.Item
// CHECK: mul{{.*}} 7
typedef struct __attribute__((packed)) { char tag; int value; short end; } Item;
kernel void k(global Item *s) { s[get_global_id(0)].value = 1; }
