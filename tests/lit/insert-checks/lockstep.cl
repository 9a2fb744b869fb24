// In lock step each plain write also tells what the block writes in this instruction and iteration.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --lockstep --passes=prepare,add-hidden-args,count-iterations,insert-checks --strip-debug %t.ll -o - | FileCheck %s
// RUN: lockstep-opt --passes=prepare,add-hidden-args,count-iterations,insert-checks --strip-debug %t.ll -o - | FileCheck --check-prefix=ALONE %s
kernel void k(global int *a, int n) {
  for (int i = 0; i < n; ++i) a[i] = a[i + 1];
  a[0] = 1;
}
// ALONE-NOT: same_instruction
// ALONE-NOT: lockstep.iteration
// CHECK: %lockstep.iteration = alloca i64
// CHECK: %lockstep.count = alloca i64
// CHECK: add i64 {{.*}}, 1
// CHECK: store i64 {{.*}}, {{i64[*]|ptr}} %lockstep.iteration
// CHECK: call{{.*}}@__lockstep_global_read(
// CHECK-NOT: same_instruction
// CHECK: call{{.*}}@__lockstep_global_write(
// CHECK: [[ITERATION:%.*]] = load i64, {{i64[*]|ptr}} %lockstep.iteration
// CHECK: call{{.*}}@__lockstep_same_instruction({{.*}}, i64 [[ITERATION]])
// CHECK: for.end:
// CHECK: store i64 0, {{i64[*]|ptr}} %lockstep.iteration
// CHECK: call{{.*}}@__lockstep_same_instruction(
