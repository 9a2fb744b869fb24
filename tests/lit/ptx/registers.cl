// A checked kernel calls its checks, and may take few registers more than without them: what the library's rare ways
// would like to have beyond that they keep in memory.
// RUN: %run_cc --backend=ptx --output=%t %s
// RUN: sed 1,2d %t | FileCheck %s

// CHECK: .entry k(
// CHECK: .maxnreg {{3[2-9]|4[0-9]}}
// CHECK: __lockstep_global_write_$_called,
// CHECK: ret;
kernel void k(global int *a, global const int *b) { a[get_global_id(0)] = b[get_local_id(0)]; }
