// Where a driver ends the loops of a work-item that goes round too often, it is asked before each return whether
// this one's have been ended.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --backend=spirv-llvmpipe --passes=prepare,add-hidden-args,count-segments,insert-checks --strip-debug -o - %t.ll | FileCheck %s
// RUN: lockstep-opt --backend=spirv --passes=prepare,add-hidden-args,count-segments,insert-checks --strip-debug -o - %t.ll | FileCheck %s --check-prefix=OTHERS
// CHECK: call {{.*}}@__lockstep_loops_ended(
// CHECK-NEXT: ret void
// OTHERS-NOT: __lockstep_loops_ended
kernel void k(global int *a) { a[get_group_id(0)] = 1; }
