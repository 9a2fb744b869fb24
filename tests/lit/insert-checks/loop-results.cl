// What an atomic of a kernel that synchronises returned leaves the loop around it through a value of the loop:
// llvmpipe would compute it anew, as 0, for those who have left while others go round.
// RUN: %source_ll %s -cl-std=CL3.0 > %t.ll
// RUN: lockstep-opt --backend=spirv-llvmpipe --passes=prepare,lower-builtins,add-hidden-args,count-segments,insert-checks --strip-debug -o - %t.ll | FileCheck %s
// RUN: lockstep-opt --passes=prepare,lower-builtins,add-hidden-args,count-segments,insert-checks --strip-debug -o - %t.ll | FileCheck %s --check-prefix=POCL
// CHECK: lockstep.perform:
// CHECK: [[OLD:%.*]] = atomicrmw add
// CHECK: br label %lockstep.turn
// CHECK: lockstep.turn:
// CHECK: phi i32 [ [[OLD]], %lockstep.perform ], [ %{{.*}}, %lockstep.take ]
// POCL-NOT: lockstep.turn
kernel void k(global atomic_int *a, global int *b) {
  b[get_global_id(0)] = atomic_fetch_add_explicit(a, 1, memory_order_acq_rel, memory_scope_device);
}
