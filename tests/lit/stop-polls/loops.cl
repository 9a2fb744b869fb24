// With --launch-timeout, work-items leave at every turn of a loop and before they begin.
// RUN: %source_ll %s | lockstep-opt --watch --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --strip-debug --metadata=%t.json -o - - | FileCheck %s
// RUN: FileCheck %s --check-prefix=META < %t.json
// Without it, nothing is there.
// RUN: %source_ll %s | lockstep-opt --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --strip-debug -o - - | FileCheck %s --check-prefix=WITHOUT
// WITHOUT-NOT: lockstep_stop

// META: "transformed": false
// META: "op": "stop"
// META: "line": 0
// META: "flags": "start"
// META: "op": "stop"
// META: "line": [[#@LINE+14]]
// META: "flags": "loop"

// CHECK-LABEL: @spin
// CHECK: %[[ASKED:.*]] = call spir_func i32 @__lockstep_stop_asked({{%struct\.ls_log|ptr}} addrspace(1){{[*]?}} %lockstep.log)
// CHECK-NEXT: icmp ne i32 %[[ASKED]], 0
// CHECK-NEXT: br i1 %{{.*}}, label %[[LEAVE:.*]], label
// CHECK: [[LEAVE]]:
// CHECK-NEXT: call spir_func void @__lockstep_stopped({{%struct\.ls_control|ptr}} addrspace(1){{[*]?}} %lockstep.control, {{%struct\.ls_log|ptr}} addrspace(1){{[*]?}} %lockstep.log, i32 1, i32 0)
// CHECK-NEXT: ret void
// CHECK: call spir_func i32 @__lockstep_stop_asked
// CHECK: call spir_func void @__lockstep_stopped({{.*}}, i32 2, i32 1)
// CHECK-NEXT: ret void
kernel void spin(global volatile int *flag) {
  while (*flag == 0) {
  }
}
