// In a kernel with barriers, a load that may race is made for each work-item: PoCL would keep one value for the
// group. Not where the address shows the work-item anyway, and not without a barrier.
// RUN: %source_ll %s | lockstep-opt --passes=prepare,add-hidden-args,count-segments,insert-checks --strip-debug -o - - | FileCheck %s --check-prefixes=CHECK,%pointers
// RUN: %source_ll %s | lockstep-opt --backend=spirv --passes=prepare,add-hidden-args,count-segments,insert-checks --strip-debug -o - - | FileCheck %s --check-prefix=CONCURRENT
// CONCURRENT-NOT: lshr i64 %{{.*}}, 32{{$}}

// CHECK-LABEL: @with_barrier
// CHECK: [[ID:%.*]] = call spir_func i64 @_Z12get_local_idj(i32 0)
// CHECK-NEXT: [[ZERO:%.*]] = lshr i64 [[ID]], 32
// CHECK-NEXT: [[BYTE:%.*]] = getelementptr i8, {{i8|ptr}} addrspace(1){{[*]?}} %{{.*}}, i64 [[ZERO]]
// TYPED-NEXT: [[OWN:%.*]] = bitcast i8 addrspace(1)* [[BYTE]] to i32 addrspace(1)*
// TYPED-NEXT: load i32, i32 addrspace(1)* [[OWN]]
// OPAQUE-NEXT: load i32, ptr addrspace(1) [[BYTE]]
// CHECK-NOT: lshr i64 %{{.*}}, 32{{$}}
// CHECK-LABEL: @without
kernel void with_barrier(global int *a, global int *b) {
  int first = a[3];
  int own = a[get_global_id(0)];
  a[get_local_id(0)] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  b[0] = first + own;
}

// CHECK-NOT: lshr i64 %{{.*}}, 32{{$}}
kernel void without(global int *a, global int *b) {
  int first = a[3];
  a[get_local_id(0)] = 1;
  b[0] = first;
}
