// OpenCL 1.x atomics become instructions; the note says what the source said: relaxed, device.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins --strip-debug %t.ll -o - | FileCheck %s
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
kernel void all(volatile global int *g, volatile local uint *l, volatile global float *f,
                volatile global long *w) {
  // CHECK: atomicrmw add {{i32|ptr}} addrspace(1){{[*]?}} %{{.*}}, i32 5 seq_cst, align 4, !lockstep.atomic ![[RELAXED:[0-9]+]]
  atomic_add(g, 5);
  // CHECK: atomicrmw sub {{i32|ptr}} addrspace(3){{[*]?}}
  atomic_sub(l, 1u);
  // CHECK: atomicrmw add {{i32|ptr}} addrspace(3){{[*]?}} %{{.*}}, i32 1
  atomic_inc(l);
  // CHECK: atomicrmw sub {{i32|ptr}} addrspace(1){{[*]?}} %{{.*}}, i32 1
  atomic_dec(g);
  // CHECK: atomicrmw min {{i32|ptr}} {{.*}}, i32 2 
  atomic_min(g, 2);
  // CHECK: atomicrmw umax {{i32|ptr}} {{.*}}, i32 
  atomic_max(l, 2u);
  // CHECK: atomicrmw xor {{i32|ptr}} {{.*}}, i32 
  atomic_xor(g, 2);
  // CHECK: atomicrmw xchg {{float|ptr}} addrspace(1){{[*]?}} %{{.*}}, float 1.0
  atomic_xchg(f, 1.0f);
  // CHECK: %[[PAIR:.*]] = cmpxchg {{i32|ptr}} addrspace(1){{[*]?}} %{{.*}}, i32 1, i32 2
  // CHECK: extractvalue { i32, i1 } %[[PAIR]], 0
  atomic_cmpxchg(g, 1, 2);
  // CHECK: atomicrmw and {{i64|ptr}} addrspace(1){{[*]?}}
  atom_and(w, 3l);
  // CHECK: atomicrmw max {{i64|ptr}} addrspace(1){{[*]?}}
  atom_max(w, 3l);
  // CHECK-NOT: call spir_func
}
// CHECK: ![[RELAXED]] = !{!"relaxed", !"device"}
