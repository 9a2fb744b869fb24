// A loop with two entries gets one. Passing that is no iteration of the source, so it is not counted.
// RUN: %source_ll %s | lockstep-opt --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --strip-debug --metadata=%t.json -o - - | FileCheck %s
// RUN: FileCheck %s --check-prefix=META < %t.json

// CHECK-LABEL: @irreducible
// CHECK: %lockstep.count.0 = alloca i64
// CHECK: lockstep.enter:
// CHECK-NEXT: store i64 0, {{i64[*]|ptr}} %lockstep.count.0
// CHECK-NEXT: br label %irr.guard
// CHECK: lockstep.next:
// CHECK-NEXT: br label %lockstep.dispatch
// META: "transformed": true
kernel void irreducible(global int *out, local int *t) {
  int i = 0;
  if (t[0]) goto middle;
top:
  barrier(CLK_LOCAL_MEM_FENCE);
middle:
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i++ < t[1]) goto top;
  out[0] = i;
}
