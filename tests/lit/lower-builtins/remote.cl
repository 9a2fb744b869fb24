// A remote operation (lockstep/rsp.clh) keeps order and scope as written and a note that it is remote,
// also where the order comes from a parameter; barriers get fences as wide as it reaches.
// RUN: %source_ll %s -cl-std=CL3.0 > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins --strip-debug %t.ll -o - | FileCheck %s
#include <lockstep/rsp.clh>
int get(global atomic_int *a, memory_order order) {
  return atomic_load_explicit_remote(a, order, memory_scope_device);
}
kernel void k(global atomic_int *a, global atomic_ulong *l, int o) {
  // CHECK: store atomic i32 3, {{.*}} release, align 4, !lockstep.atomic ![[REL:[0-9]+]]
  atomic_store_explicit_remote(a, 3, memory_order_release, memory_scope_device);
  // CHECK: load atomic i32, {{.*}} acquire, align 4, !lockstep.atomic ![[ACQ:[0-9]+]]
  int x = get(a, memory_order_acquire);
  // Without a scope: the device.
  // CHECK: atomicrmw umax {{i64|ptr}} {{.*}}, i64 2 monotonic, align 8, !lockstep.atomic ![[RLX:[0-9]+]]
  atomic_fetch_max_explicit_remote(l, 2ul, memory_order_relaxed);
  // CHECK: cmpxchg {{i32|ptr}} {{.*}}, i32 {{.*}} acq_rel monotonic, align 4, !lockstep.atomic ![[AR:[0-9]+]]
  // CHECK-NOT: lockstep.internal
  atomic_compare_exchange_weak_explicit_remote(a, &x, 5, memory_order_acq_rel, memory_order_relaxed,
                                               memory_scope_device);
  // An order that is not known is taken as the strongest.
  // CHECK: load atomic i32, {{.*}} seq_cst, align 4, !lockstep.atomic ![[SC:[0-9]+]]
  get(a, (memory_order)o);
  // The scope of others stays what it is, for the check.
  // CHECK: store atomic i32 1, {{.*}}, !lockstep.atomic ![[WG:[0-9]+]]
  atomic_store_explicit(a, 1, memory_order_release, memory_scope_work_group);
  // CHECK: fence release, !lockstep.internal
  // CHECK-NEXT: call spir_func void @_Z7barrierj
  // CHECK-NEXT: fence acquire, !lockstep.internal
  barrier(CLK_LOCAL_MEM_FENCE);
}
// CHECK-DAG: !lockstep.widening = !{![[DEVICE:[0-9]+]]}
// CHECK-DAG: ![[DEVICE]] = !{!"device"}
// CHECK-DAG: ![[REL]] = !{!"release", !"device", !"remote"}
// CHECK-DAG: ![[ACQ]] = !{!"acquire", !"device", !"remote"}
// CHECK-DAG: ![[RLX]] = !{!"relaxed", !"device", !"remote"}
// CHECK-DAG: ![[AR]] = !{!"acq_rel", !"device", !"remote"}
// CHECK-DAG: ![[SC]] = !{!"seq_cst", !"device", !"remote"}
// CHECK-DAG: ![[WG]] = !{!"release", !"work_group"}
