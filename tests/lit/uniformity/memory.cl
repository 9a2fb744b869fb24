// Loads are uniform only from memory that nobody writes while the kernel runs.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins,print-uniformity %t.ll 2>&1 | FileCheck %s
// RUN: lockstep-opt --variant=full --passes=prepare,lower-builtins,print-uniformity %t.ll 2>&1 | FileCheck %s --check-prefix=FULL

typedef struct { int a, b; } pair;
constant int table[4] = {1, 2, 3, 4};

// CHECK-LABEL: kernel memory
// FULL-LABEL: kernel memory
kernel void memory(global int *out, global const int *in, constant int *c, local int *t, pair p) {
  int x = 0;
  // In variant full a written argument may overlap this one.
  // CHECK: branch [[#@LINE+2]]:7: uniform
  // FULL: branch [[#@LINE+1]]:7: divergent: {{.*}} depends on a load from argument `in` ([[#@LINE+1]]:7)
  if (in[2] > 3) x++;
  // CHECK: branch [[#@LINE+1]]:7: divergent: {{.*}} depends on get_local_id
  if (in[get_local_id(0)] > 3) x++;
  // CHECK: branch [[#@LINE+1]]:7: divergent: {{.*}} depends on a load from argument `out`
  if (out[0] > 3) x++;
  // CHECK: branch [[#@LINE+1]]:7: divergent: {{.*}} depends on a load from argument `t`
  if (t[0] > 3) x++;
  // CHECK: branch [[#@LINE+2]]:7: uniform
  // FULL: branch [[#@LINE+1]]:7: uniform
  if (c[1] + table[c[0] & 3] > 3) x++;
  // CHECK: branch [[#@LINE+2]]:7: uniform
  // FULL: branch [[#@LINE+1]]:7: uniform
  if (p.a + p.b > 3) x++;
  // CHECK: branch [[#@LINE+1]]:7: divergent: {{.*}} depends on the result of an atomic operation
  if (atomic_add(out, 0) > 3) x++;
  out[1] = x;
}

// A pointer whose object is not known may write anything.
// CHECK-LABEL: kernel unknown
kernel void unknown(global int *out, global const int *in, ulong where) {
  *(global int *)where = 1;
  // CHECK: branch [[#@LINE+1]]:7: divergent
  if (in[0] > 3) out[0] = 1;
}
