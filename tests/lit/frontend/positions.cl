// Lines and columns of accesses survive; the file's name is the one given, not where the text lay.
// RUN: %source_ll %s | FileCheck %s
kernel void copy(global const int *from, global int *to) {
  to[get_global_id(0)] = from[0];
}
// CHECK: define dso_local spir_kernel void @copy({{i32|ptr}} addrspace(1){{[*]?}}
// CHECK: load i32, {{i32|ptr}} addrspace(1){{[*]?}} {{.*}}, !dbg [[LOAD:![0-9]+]]
// CHECK: store i32 {{.*}} addrspace(1){{[*]?}} {{.*}}, !dbg [[STORE:![0-9]+]]
// CHECK: !DIFile(filename: "positions.cl\01{{[0-9a-f]+}}:1"
// CHECK: [[LOAD]] = !DILocation(line: 4, column: 26,
// CHECK: [[STORE]] = !DILocation(line: 4, column: 24,
