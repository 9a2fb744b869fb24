// C11 atomics keep their order and scope, in the instruction and in its note.
// RUN: %source_ll %s -cl-std=CL3.0 > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins --strip-debug %t.ll -o - | FileCheck %s
kernel void all(global atomic_int *a, local atomic_uint *l, global atomic_flag *f) {
  // CHECK: store i32 7, {{i32|ptr}} addrspace(1){{[*]?}}
  // CHECK-NOT: lockstep.atomic
  atomic_init(a, 7);
  // CHECK: load atomic i32, {{i32|ptr}} addrspace(1){{[*]?}} %{{.*}} acquire, align 4, !lockstep.atomic ![[ACQ:[0-9]+]]
  int x = atomic_load_explicit(a, memory_order_acquire, memory_scope_work_group);
  // CHECK: store atomic i32 %{{.*}} release, align 4, !lockstep.atomic ![[REL:[0-9]+]]
  atomic_store_explicit(a, x, memory_order_release, memory_scope_device);
  // CHECK: atomicrmw add {{i32|ptr}} {{.*}}, i32 1 monotonic, align 4, !lockstep.atomic ![[RLX:[0-9]+]]
  atomic_fetch_add_explicit(a, 1, memory_order_relaxed, memory_scope_device);
  // CHECK: atomicrmw umin {{i32|ptr}} addrspace(3){{[*]?}} {{.*}} acq_rel
  atomic_fetch_min_explicit(l, 1u, memory_order_acq_rel, memory_scope_work_group);
  // CHECK: atomicrmw xchg {{i32|ptr}} addrspace(1){{[*]?}} %{{.*}}, i32 1 acquire
  atomic_flag_test_and_set_explicit(f, memory_order_acquire, memory_scope_device);
  // CHECK: store atomic i32 0, {{i32|ptr}} addrspace(1){{[*]?}} %{{.*}} release
  atomic_flag_clear_explicit(f, memory_order_release, memory_scope_device);
  // CHECK: fence acq_rel
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
  // CHECK-NOT: call spir_func
}
// CHECK-DAG: ![[ACQ]] = !{!"acquire", !"work_group"}
// CHECK-DAG: ![[REL]] = !{!"release", !"device"}
// CHECK-DAG: ![[RLX]] = !{!"relaxed", !"device"}
