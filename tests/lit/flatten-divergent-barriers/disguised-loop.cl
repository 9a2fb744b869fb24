// A loop that the group does not provably go round together, in a kernel with a barrier that it meets: the test that
// leaves it is made to look as if it depended on the work-item, so that PoCL puts no barrier into it.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --strip-debug -o - %t.ll | FileCheck %s
// RUN: lockstep-opt --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --without=loop-barriers --strip-debug -o - %t.ll | FileCheck %s --check-prefix=WITHOUT
// RUN: lockstep-opt --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --backend=spirv --strip-debug -o - %t.ll | FileCheck %s --check-prefix=WITHOUT

// CHECK-LABEL: @apart
// CHECK: [[ID:%.*]] = call spir_func i64 @_Z12get_local_idj(i32 0)
// CHECK-NEXT: [[ZERO:%.*]] = lshr i64 [[ID]], 32
// CHECK-NEXT: [[NEVER:%.*]] = icmp ne i64 [[ZERO]], 0
// CHECK-NEXT: [[LEAVES:%.*]] = xor i1 %{{.*}}, [[NEVER]]
// CHECK-NEXT: br i1 [[LEAVES]],
// CHECK-LABEL: @by_item
// CHECK-NOT: xor i1
// WITHOUT-NOT: xor i1
kernel void apart(global int *a, global int *limits) {
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (int i = 0; i < limits[3]; ++i) {
    if (limits[4] > 7) {
      a[1] = 2;
      break;
    }
    limits[4] += i;
  }
  a[get_global_id(0)] = 1;
}

// PoCL cannot take this one for the group's.
kernel void by_item(global int *a) {
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (int i = 0; i < get_local_id(0); ++i) a[get_global_id(0)] += i;
}
