// On request, kernels with uniform barriers are put into the resumable form as well.
// RUN: %source_ll %s | lockstep-opt --passes=prepare,add-hidden-args,count-segments,flatten-all-barriers --strip-debug --metadata=%t.json -o - - | FileCheck %s
// RUN: FileCheck %s --check-prefix=META < %t.json

// META: "transformed": true,
// META-NEXT: "transform_reason": "asked for
// CHECK-LABEL: @uniform
// CHECK: lockstep.sync:
kernel void uniform(global int *out) {
  barrier(CLK_LOCAL_MEM_FENCE);
  out[0] = 1;
}
