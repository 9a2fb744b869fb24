// A loop that stays a loop has a way out that is never taken: PoCL does not get a loop without an end from its
// optimiser. It first goes where the id says, not to `start`.
// RUN: %source_ll %s | lockstep-opt --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --strip-debug -o - - | FileCheck %s
// RUN: %source_ll %s | lockstep-opt --backend=spirv --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --strip-debug -o - - | FileCheck %s --check-prefix=CONCURRENT

// CONCURRENT-NOT: lockstep.round
// CHECK-LABEL: @loop
// CHECK: [[ID:%.*]] = call spir_func i64 @_Z12get_local_idj(i32 0)
// CHECK-NEXT: [[HIGH:%.*]] = lshr i64 [[ID]], 32
// CHECK-NEXT: [[FIRST:%.*]] = shl i64 [[HIGH]], 32
// CHECK-NEXT: store i64 [[FIRST]], {{i64[*]|ptr}} %lockstep.state
// CHECK: br label %lockstep.outer
// CHECK: [[ROUND:%lockstep.round]] = phi i64 [ [[NEXT:%.*]], %{{.*}} ], [ 1, %{{.*}} ]
// CHECK: [[NEXT]] = add nuw i64 [[ROUND]], 1
// CHECK-NEXT: [[HERE:%.*]] = call spir_func i64 @_Z12get_local_idj(i32 0)
// CHECK-NEXT: [[ZERO:%.*]] = lshr i64 [[HERE]], 32
// CHECK-NEXT: [[NEVER:%.*]] = icmp eq i64 [[NEXT]], [[ZERO]]
// CHECK-NEXT: br i1 [[NEVER]], label %lockstep.out, label %lockstep.body
kernel void loop(global int *out) {
  int l = get_local_id(0);
  for (int j = 0; j < l; j++) out[l] += j;
  if (l < 3) barrier(CLK_GLOBAL_MEM_FENCE);
}
// CHECK: lockstep.out:
// CHECK-NEXT: br label %lockstep.sync
