// With --launch-timeout, a kernel with barriers in loops is made resumable, so that its work-items may
// leave one by one; one without loops stays as it is.
// RUN: %source_ll %s | lockstep-opt --watch --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --strip-debug --metadata=%t.json -o - - | FileCheck %s
// RUN: FileCheck %s --check-prefix=META < %t.json

// META: "name": "loop"
// META: "transformed": true
// META: "op": "stop"
// META: "flags": "loop"
// META: "op": "stop"
// META: "flags": "barrier"
// META: "name": "straight"
// META: "transformed": false

// What leaves counts as having left the kernel (-1 in the upper word), and goes to where the others meet.
// CHECK-LABEL: @loop
// CHECK: call spir_func void @__lockstep_stopped(
// CHECK-NEXT: store i64 -{{[0-9]+}}, {{i64[*]|ptr}} %lockstep.state
// CHECK: br label %lockstep.sync
kernel void loop(global int *x, int n) {
  for (int i = 0; i < n; ++i) {
    x[get_global_id(0)] += 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// CHECK-LABEL: @straight
// CHECK-NOT: lockstep_stop
// CHECK: {{^}$}}
kernel void straight(global int *x) {
  x[get_global_id(0)] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  x[get_global_id(0)] = 2;
}
