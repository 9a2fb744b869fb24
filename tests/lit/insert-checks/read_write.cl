// A call in front of each access: root number, offset, size, site, value.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,add-hidden-args,insert-checks --strip-debug %t.ll -o - | FileCheck %s
kernel void k(int n, global int *a) {
  short s = a[n];
  a[0] = s;
}
// CHECK: define{{.*}}@k(
// CHECK: %[[AT:.*]] = ptrtoint {{i32|ptr}} addrspace(1){{[*]?}} %arrayidx to i64
// CHECK-NEXT: %[[BASE:.*]] = ptrtoint {{i32|ptr}} addrspace(1){{[*]?}} %a to i64
// CHECK-NEXT: %[[OFFSET:.*]] = sub i64 %[[AT]], %[[BASE]]
// CHECK: call spir_func void @__lockstep_global_read({{%struct\.ls_control|ptr}} addrspace(1){{[*]?}} %lockstep.control, {{i64|ptr}} addrspace(1){{[*]?}} %lockstep.heads, {{i8|ptr}} addrspace(1){{[*]?}} %lockstep.values, {{i64|ptr}} addrspace(1){{[*]?}} %lockstep.more, {{%struct\.ls_log|ptr}} addrspace(1){{[*]?}} %lockstep.log, i32 1, i64 %[[OFFSET]], i32 4, i32 1, i32 0, i32 0, i32 0)
// CHECK-NEXT: load i32, {{i32|ptr}} addrspace(1){{[*]?}} %arrayidx
// CHECK: %[[VALUE:.*]] = zext i32 %{{.*}} to i64
// CHECK: call spir_func void @__lockstep_global_write({{.*}}, i32 1, i64 0, i32 4, i32 2, i64 %[[VALUE]], i32 0, i32 0, i32 0)
// CHECK-NEXT: store i32
