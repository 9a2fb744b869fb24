// In lock step work-items stop in front of every access, and those at the least step go on: the loop's
// before what follows it. The end of the loop is a step as well. What the kernel only reads is none.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --lockstep --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --strip-debug --metadata=%t.json %t.ll -o - | FileCheck %s
// RUN: FileCheck %s --check-prefix=META < %t.json
// RUN: lockstep-opt --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --strip-debug %t.ll -o - | FileCheck --check-prefix=ALONE %s
kernel void k(global int *a, global const int *in, int n) {
  a[0] = in[0];
  for (int i = 0; i < n; ++i) a[i] = a[i + 1];
  a[1] = 1;
}
// META: "transform_reason": "its work-items run in lock step"
// ALONE-NOT: lockstep.step
// CHECK-LABEL: @k
// CHECK: lockstep.start:
// CHECK-DAG: store i32 0, {{i32[*]|ptr}} %lockstep.step
// CHECK-DAG: store i32 1, {{i32[*]|ptr}} %lockstep.step
// CHECK-DAG: store i32 2, {{i32[*]|ptr}} %lockstep.step
// CHECK-DAG: store i32 3, {{i32[*]|ptr}} %lockstep.step
// CHECK-DAG: store i32 4, {{i32[*]|ptr}} %lockstep.step
// CHECK-NOT: store i32 5, {{i32[*]|ptr}} %lockstep.step
// CHECK: store i32 -1, {{i32[*]|ptr}} %lockstep.step
// CHECK: lockstep.outer:
// CHECK: icmp ne i32 {{.*}}, 0
// CHECK: select i1
// CHECK: lockstep.dispatch:
// CHECK: switch i32 {{.*}}, label %lockstep.sync
