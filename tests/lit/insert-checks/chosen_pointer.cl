// A pointer that may lead to several arguments is looked up by address; both count as written.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,add-hidden-args,insert-checks --strip-debug --metadata=%t.json %t.ll -o - | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json
kernel void k(global int *a, int n, global int *b, global const int *c) {
  global int *p = n ? a : b;
  *p = c[0];
}
// CHECK: %lockstep.bases = alloca [4 x i64]
// CHECK: %[[A:.*]] = ptrtoint {{i32|ptr}} addrspace(1){{[*]?}} %a to i64
// CHECK-NEXT: %[[FIRST:.*]] = getelementptr inbounds [4 x i64], {{\[4 x i64\][*]|ptr}} %lockstep.bases, i64 0, i64 0
// CHECK-NEXT: store i64 %[[A]], {{i64[*]|ptr}} %[[FIRST]]
// CHECK-NEXT: %[[SECOND:.*]] = getelementptr inbounds [4 x i64], {{\[4 x i64\][*]|ptr}} %lockstep.bases, i64 0, i64 1
// CHECK-NEXT: store i64 0, {{i64[*]|ptr}} %[[SECOND]]
// CHECK-NOT: __lockstep_global_read
// CHECK: call{{.*}}@__lockstep_unknown_write({{.*}}, {{i64[*]|ptr}} %{{.*}}, i64 %{{.*}}, i32 4, i32 1, i64 %{{.*}}, i32 0, i32 0, i32 0)
// JSON: "name": "a"
// JSON: "writes": true
// JSON: "name": "b"
// JSON: "writes": true
// JSON: "name": "c"
// JSON: "writes": false
// JSON: "unknown_roots": {
// JSON-NEXT: "reads": false,
// JSON-NEXT: "writes": false
