// Every barrier starts a segment; only the regions that its flags name are ordered by it.
// RUN: %source_ll %s | lockstep-opt --passes=prepare,count-segments --strip-debug --metadata=%t.json -o - - | FileCheck %s
// RUN: FileCheck %s --check-prefix=SITE < %t.json

// CHECK-LABEL: @flags
// CHECK: %lockstep.segment = alloca i32
// CHECK: %lockstep.global_from = alloca i32
// CHECK: %lockstep.local_from = alloca i32
// CHECK: store i32 0, {{i32[*]|ptr}} %lockstep.segment
kernel void flags(global int *out, uint f) {
  // CHECK: call spir_func void @_Z7barrierj(i32 {{.*}}1)
  // CHECK: [[OLD:%.*]] = load i32, {{i32[*]|ptr}} %lockstep.segment
  // CHECK: [[NEW:%.*]] = add i32 [[OLD]], 1
  // CHECK: store i32 [[NEW]], {{i32[*]|ptr}} %lockstep.segment
  // CHECK-NEXT: store i32 [[NEW]], {{i32[*]|ptr}} %lockstep.local_from
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: call spir_func void @_Z7barrierj(i32 {{.*}}2)
  // CHECK: store i32 [[NEW:%.*]], {{i32[*]|ptr}} %lockstep.segment
  // CHECK-NEXT: store i32 [[NEW]], {{i32[*]|ptr}} %lockstep.global_from
  // CHECK-NOT: local_from
  barrier(CLK_GLOBAL_MEM_FENCE);
  // CHECK: call spir_func void @_Z7barrierj(i32 {{.*}}%{{.*}})
  // CHECK: and i32 %{{.*}}, 2
  // CHECK: select i1
  // CHECK: store i32 %{{.*}}, {{i32[*]|ptr}} %lockstep.global_from
  // CHECK: and i32 %{{.*}}, 1
  // CHECK: store i32 %{{.*}}, {{i32[*]|ptr}} %lockstep.local_from
  barrier(f);
  out[0] = 1;
}

// CHECK-LABEL: @none
// CHECK-NOT: lockstep
// CHECK: ret void
kernel void none(global int *out) { out[0] = 1; }

// SITE: "barriers": 3
// SITE: "flags": "local"
// SITE: "flags": "global"
// SITE: "flags": "dynamic"
