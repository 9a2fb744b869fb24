// A loop that comes round without meeting a barrier goes through the dispatch and counts; one
// without barriers stays a loop; one whose every way round ends at a barrier counts in place.
// RUN: %source_ll %s | lockstep-opt --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --strip-debug --metadata=%t.json -o - - | FileCheck %s
// RUN: FileCheck %s --check-prefix=META < %t.json

// CHECK-LABEL: @loop
kernel void loop(global int *out, local int *t) {
  int l = get_local_id(0);
  for (int i = 0; i < t[0]; i++) {
    for (int j = 0; j < l; j++) out[l] += j;
    while (out[l] > 2)
      barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
// CHECK: %lockstep.count.0 = alloca i64
// CHECK: %lockstep.count.1 = alloca i64
// CHECK-NOT: %lockstep.count.2
// CHECK: while.cond.lockstep.enter:
// CHECK-NEXT: store i64 1, {{i64[*]|ptr}} %lockstep.count.1
// CHECK: while.cond.lockstep.next:
// CHECK-NEXT: [[COUNT:%.*]] = load i64, {{i64[*]|ptr}} %lockstep.count.1
// CHECK-NEXT: add i64 [[COUNT]], 1
// CHECK: br label %while.cond{{$}}
// CHECK: switch i32
// CHECK: lockstep.enter:
// CHECK-NEXT: store i64 1, {{i64[*]|ptr}} %lockstep.count.0
// CHECK: lockstep.next:
// CHECK-NEXT: load i64, {{i64[*]|ptr}} %lockstep.count.0
// CHECK: br label %lockstep.dispatch
// META: "op": "barrier",
// META: "loops": [
// META: "line": 9,
// META: "line": 11,
