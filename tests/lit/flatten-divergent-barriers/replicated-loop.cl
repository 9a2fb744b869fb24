// A loop without a barrier that the whole group goes round together, in a kernel with one: PoCL 6 puts a barrier into it,
// and compiles groups of one or two work-items wrongly then. The test that leaves it is made to look as if it depended
// on the work-item. One with a barrier of the source in it stays as it is, and so does one in a kernel without barriers.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --backend=spirv-serial --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --strip-debug -o - %t.ll | FileCheck %s
// RUN: lockstep-opt --backend=spirv-serial --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --without=replicated-loops --strip-debug -o - %t.ll | FileCheck %s --check-prefix=WITHOUT
// RUN: lockstep-opt --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --strip-debug -o - %t.ll | FileCheck %s --check-prefix=WITHOUT
// WITHOUT-NOT: xor i1

// CHECK-LABEL: @together
// CHECK: [[ID:%.*]] = call spir_func i64 @_Z12get_local_idj(i32 0)
// CHECK-NEXT: [[ZERO:%.*]] = lshr i64 [[ID]], 32
// CHECK-NEXT: [[NEVER:%.*]] = icmp ne i64 [[ZERO]], 0
// CHECK-NEXT: [[LEAVES:%.*]] = xor i1 %{{.*}}, [[NEVER]]
// CHECK-NEXT: br i1 [[LEAVES]],
// CHECK-LABEL: @around_a_barrier
// CHECK-NOT: xor i1
// CHECK-LABEL: @without
// CHECK-NOT: xor i1
kernel void together(global int *a, global int *b, int n) {
  int v = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (int i = 0; i < n; ++i) v = b[v];
  a[get_local_id(0)] = v;
}
kernel void around_a_barrier(global int *a, global int *b, int n) {
  int v = 0;
  for (int i = 0; i < n; ++i) {
    v = b[v];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  a[get_local_id(0)] = v;
}
kernel void without(global int *a, global int *b, int n) {
  int v = 0;
  for (int i = 0; i < n; ++i) v = b[v];
  a[get_local_id(0)] = v;
}
