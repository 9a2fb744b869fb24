// A loop with two entries gets one, and is then treated like any other.
// RUN: %source_ll %s | lockstep-opt --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --strip-debug --metadata=%t.json -o - - | FileCheck %s
// RUN: FileCheck %s --check-prefix=META < %t.json

// CHECK-LABEL: @irreducible
// CHECK: %lockstep.count.0 = alloca i64
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
