// Where a generic pointer may lead to several regions, the region stands in its upper bits and each access is made for
// each region that there may be; where it can lead to one alone, it names that one. The driver sees no generic pointer.
// RUN: %run_cc --backend=spirv-llvmpipe --output=%t %s -cl-std=CL2.0
// RUN: sed 1,2d %t > %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis --no-header %t.spv | FileCheck %s --check-prefix=SPIRV --implicit-check-not=Generic
// RUN: %run_cc --backend=spirv-llvmpipe --emit=ll --output=%t.ll %s -cl-std=CL2.0
// RUN: FileCheck %s --input-file=%t.ll --implicit-check-not="addrspace(4)"
// SPIRV-DAG: OpEntryPoint Kernel %{{[^ ]*}} "any_memory"
// SPIRV-DAG: OpEntryPoint Kernel %{{[^ ]*}} "helper"
// SPIRV-DAG: OpEntryPoint Kernel %{{[^ ]*}} "list"

// Local memory is 1, private memory 2: no kernel here makes generic pointers to that, and none is asked for.
// CHECK-LABEL: @any_memory(
// CHECK: or i64 {{.*}}, 4611686018427387904
// CHECK: lshr i64 %{{.*}}, 62
// CHECK: icmp eq i64 %{{.*}}, 1
// CHECK-NOT: icmp eq i64 %{{.*}}, 2{{$}}
// CHECK-DAG: and i64 %{{.*}}, 4611686018427387903
// CHECK-DAG: inttoptr i64 %{{.*}} to {{i32 addrspace\(3\)\*|ptr addrspace\(3\)}}
// CHECK-DAG: inttoptr i64 %{{.*}} to {{i32 addrspace\(1\)\*|ptr addrspace\(1\)}}
kernel void any_memory(global int *a) {
  local int t[8];
  int *p = a[0] ? (int *)t : (int *)a;
  *p = get_local_id(0);
}

// CHECK-LABEL: @helper(
// CHECK-NOT: lshr i64 %{{.*}}, 62
// CHECK: ret void
void put(int *p) { *p = 1; }
kernel void helper(global int *a) {
  local int t[8];
  put(t + get_local_id(0));
  put(a + get_global_id(0));
}

// The generic pointer of a structure, and of the kernel's parameter by it.
// CHECK-LABEL: @list(
// CHECK-SAME: {{%struct.Node.plain addrspace\(1\)\*|ptr addrspace\(1\)}}
// CHECK: lshr i64 %{{.*}}, 62
typedef struct Node { int value; struct Node *next; } Node;
kernel void list(global Node *a, local Node *b) {
  b->next = (Node *)a;
  a->next->value = to_local(a->next) == b;
  a->next = (Node *)b;
}
