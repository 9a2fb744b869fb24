// The twin has the application's arguments, then the six hidden ones, in metadata too.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,add-hidden-args %t.ll -o - | FileCheck %s
kernel void k(global int *a, float f) {
  local int tile[2];
  tile[0] = f;
  a[0] = tile[0];
}
// CHECK: @k.tile = internal addrspace(3) global
// CHECK: define{{.*}}spir_kernel void @k({{i32|ptr}} addrspace(1){{[*]?}}{{.*}} %a, float{{.*}} %f,
// CHECK-SAME: {{%struct\.ls_control|ptr}} addrspace(1){{[*]?}} noalias align 8 %lockstep.control,
// CHECK-SAME: {{i64|ptr}} addrspace(1){{[*]?}} noalias align 8 %lockstep.heads,
// CHECK-SAME: {{i8|ptr}} addrspace(1){{[*]?}} noalias align 8 %lockstep.values,
// CHECK-SAME: {{i64|ptr}} addrspace(1){{[*]?}} noalias align 8 %lockstep.more,
// CHECK-SAME: {{%struct\.ls_log|ptr}} addrspace(1){{[*]?}} noalias align 8 %lockstep.log,
// CHECK-SAME: {{i64|ptr}} addrspace(3){{[*]?}} noalias align 8 %lockstep.local)
// CHECK-SAME: !dbg ![[SUBPROGRAM:[0-9]+]]
// CHECK-SAME: !kernel_arg_addr_space ![[SPACES:[0-9]+]]
// CHECK-SAME: !kernel_arg_name ![[NAMES:[0-9]+]]
// CHECK-NOT: define
// CHECK-DAG: ![[SUBPROGRAM]] = distinct !DISubprogram(name: "k"
// CHECK-DAG: ![[SPACES]] = !{i32 1, i32 0, i32 1, i32 1, i32 1, i32 1, i32 1, i32 3}
// CHECK-DAG: ![[NAMES]] = !{!"a", !"f", !"lockstep.control", !"lockstep.heads", !"lockstep.values", !"lockstep.more", !"lockstep.log", !"lockstep.local"}
