// A generic pointer whose region is certain is checked there; else the device finds out, and an
// address in no known object is the work-item's own where the pointer may be private (last operand).
// RUN: %source_ll %s -cl-std=CL2.0 > %t.ll
// RUN: lockstep-opt --passes=prepare,add-hidden-args,insert-checks --strip-debug --metadata=- %t.ll -o %t.out | FileCheck %s --check-prefix=JSON
// RUN: FileCheck %s < %t.out
int first(int *p) { return p[0]; }
kernel void certain(global int *a) { a[1] = first(a); }
// CHECK-LABEL: spir_kernel void @certain(
// CHECK: call{{.*}}@__lockstep_global_read({{.*}}, i32 0, i64 0, i32 4,
kernel void chosen(global int *a, local int *l, int n) {
  int mine = n;
  a[1] = first(n == 0 ? (int *)a : n == 1 ? (int *)l : (int *)&mine);
}
// CHECK-LABEL: spir_kernel void @chosen(
// CHECK: addrspacecast {{i32|ptr}} addrspace(1){{[*]?}} %a to {{i32|ptr}} addrspace(4){{[*]?}}
// CHECK: addrspacecast {{i32|ptr}} addrspace(3){{[*]?}} %l to {{i32|ptr}} addrspace(4){{[*]?}}
// CHECK: call{{.*}}@__lockstep_generic_read({{.*}}, i32 4, i32 {{[0-9]+}}, i32 0, i32 0, i32 0, i32 0, i32 1)
kernel void loaded(global int *global *table) { *(int *)(ulong)table[0] = 1; }
// CHECK-LABEL: spir_kernel void @loaded(
// CHECK: call{{.*}}@__lockstep_generic_write({{.*}}, i32 4, i32 {{[0-9]+}}, i64 1, i32 0, i32 0, i32 0, i32 0, i32 0)
// JSON: "name": "loaded"
// JSON: "unknown_roots": {
// JSON-NEXT: "reads": false,
// JSON-NEXT: "writes": true
