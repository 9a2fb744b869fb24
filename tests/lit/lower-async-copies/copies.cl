// Copies and waits become calls of our own; an event is the number of its copy, or the one joined.
// RUN: %source_ll %s | lockstep-opt --passes=prepare,lower-builtins,count-segments,lower-async-copies --strip-debug --metadata=%t.json -o - - | FileCheck %s
// RUN: FileCheck %s --check-prefix=SITE < %t.json

// CHECK-LABEL: @copies
kernel void copies(global int *g, local int *l, int n) {
  // CHECK: call spir_func void @_Z7barrierj(i32 0){{.*}}!lockstep.copy_marker
  // CHECK: [[NEXT:%.*]] = add i32 %{{.*}}, 1
  // CHECK: store i32 [[NEXT]], {{i32[*]|ptr}} %lockstep.copies
  // CHECK: [[EVENT:%.*]] = select i1 false, i32 0, i32 [[NEXT]]
  // CHECK: call void @lockstep.copy.to_local({{i8|ptr}} addrspace(3){{[*]?}} %{{.*}}, {{i8|ptr}} addrspace(1){{[*]?}} readonly %{{.*}}, i64 4, i64 1, i32 [[EVENT]], i32 4)
  event_t e = async_work_group_copy(l, g, 4, 0);
  // CHECK: select i1 %{{.*}}, i32 %{{.*}}, i32 %{{.*}}
  // CHECK: call void @lockstep.copy.to_global({{i8|ptr}} addrspace(1){{[*]?}} %{{.*}}, {{i8|ptr}} addrspace(3){{[*]?}} readonly %{{.*}}, i64 %{{.*}}, i64 3, i32 %{{.*}}, i32 4)
  e = async_work_group_strided_copy(g + 64, l, n, 3, e);
  // CHECK: call spir_func void @_Z7barrierj(i32 3)
  // CHECK-NOT: copy_marker
  // CHECK: store i32 %{{.*}}, {{i32[*]|ptr}} %lockstep.waits
  // CHECK: call void @lockstep.wait(i32 1, {{i64[*]|ptr}} %{{.*}})
  wait_group_events(1, &e);
}

// Three components are copied as four.
// CHECK-LABEL: @widths
kernel void widths(global float3 *g, local float3 *l, global char3 *c, local char3 *d) {
  // CHECK: call void @lockstep.copy.to_local({{.*}}, i32 16)
  event_t e = async_work_group_copy(l, g, 4, 0);
  // CHECK: call void @lockstep.copy.to_local({{.*}}, i32 4)
  e = async_work_group_copy(d, c, 4, e);
  wait_group_events(1, &e);
}

// SITE: "async_copies": true
// SITE: "op": "copy"
// SITE: "op": "wait"
