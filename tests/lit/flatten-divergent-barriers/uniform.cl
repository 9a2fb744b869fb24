// A kernel whose barriers are provably uniform stays as it is.
// RUN: %source_ll %s | lockstep-opt --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --strip-debug --metadata=%t.json -o - - | FileCheck %s
// RUN: FileCheck %s --check-prefix=META < %t.json

// META: "transformed": false,
// META-NEXT: "transform_reason": ""
// CHECK-LABEL: @uniform
// CHECK-NOT: lockstep.pc
// CHECK: ret void
kernel void uniform(global int *out, int n) {
  for (int i = 0; i < n; i++) {
    if (out[get_local_id(0)] > i) out[1] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
