// Local roots follow the arguments; their cells are cleared behind a barrier when the group starts.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,add-hidden-args,count-segments,insert-checks --strip-debug --metadata=%t.json %t.ll -o - | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json
kernel void k(global int *a, local int *l) {
  local int tile[8];
  tile[1] = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  l[0] = tile[1];
}
// CHECK: define{{.*}}@k(
// CHECK: call{{.*}}@__lockstep_enter({{%struct\.ls_control|ptr}} addrspace(1){{[*]?}} %lockstep.control, {{i64|ptr}} addrspace(3){{[*]?}} %lockstep.local)
// CHECK-NEXT: call spir_func void @_Z7barrierj(i32 1)
// CHECK: call{{.*}}@__lockstep_local_write({{.*}}, i32 2, i64 {{.*}}, i32 4, i32 {{[0-9]+}}, i64 2, i32 %[[S:.*]], i32 %[[F:.*]], i32 0)
// CHECK: call{{.*}}@_Z7barrierj(
// CHECK: load i32, {{i32[*]|ptr}} %lockstep.segment
// CHECK: load i32, {{i32[*]|ptr}} %lockstep.local_from
// CHECK: call{{.*}}@__lockstep_local_read({{.*}}, i32 2,
// CHECK: call{{.*}}@__lockstep_local_write({{.*}}, i32 1,
// JSON: "locals": [
// JSON: "name": "tile",
// JSON-NEXT: "size": 32,
// JSON-NEXT: "granule_shift": 2,
// JSON-NEXT: "file": "{{.*}}local_memory.cl",
// JSON-NEXT: "line": 6,
// JSON: "uses_local": true
