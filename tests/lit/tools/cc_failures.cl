// What goes wrong inside ends with status 2 and one line, and leaves no output behind.
// RUN: echo garbage > %t.bc
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: not env LOCKSTEP_DEVICE_LIBRARY=%t.bc %image %s 2>&1 | FileCheck %s --check-prefix=LIBRARY
// RUN: not env LOCKSTEP_DEVICE_LIBRARY=%t.none %image %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %run_cc --output=%t.d/missing/out %s 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: %run_cc --output=%t.d/out %s
// RUN: ls %t.d | FileCheck %s --check-prefix=FILES
kernel void k(global int *a) { a[0] = 1; }
// LIBRARY: {{^}}lockstep-cc: {{.*}}link-device-library
// NONE: lockstep-cc: no device library at {{.*}}.none
// OUTPUT: lockstep-cc: cannot write {{.*}}missing/out
// FILES: {{^}}out{{$}}
// FILES-NOT: {{.}}
