// Every access of the source reaches the passes: two equal stores, a load whose value is unused.
// RUN: %source_ll %s -cl-opt-disable | FileCheck %s
// RUN: %source_ll %s | FileCheck %s
kernel void twice(global int *a) {
  a[0] = 1;
  a[0] = 1;
  a[1];
}
// CHECK-LABEL: @twice
// CHECK: store i32 1, {{i32|ptr}} addrspace(1){{[*]?}}
// CHECK: store i32 1, {{i32|ptr}} addrspace(1){{[*]?}}
// CHECK: load i32, {{i32|ptr}} addrspace(1){{[*]?}} %arrayidx
// CHECK-NOT: optnone
// CHECK-NOT: !tbaa
