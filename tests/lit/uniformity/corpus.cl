// Kernels of the kinds that public code is made of: which of their barriers must be proved, and why.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins,print-uniformity %t.ll 2>&1 | FileCheck %s

typedef struct { int rows, columns; float scale[4]; } shape;
constant int halves[5] = {64, 32, 16, 8, 4};
constant shape fixed = {4, 8, {1, 2, 3, 4}};
int rounds_of(int n) { return n > 8 ? n / 2 : 8; }
void meet(int yes) { if (yes) barrier(CLK_LOCAL_MEM_FENCE); }
int last(int n) { for (int i = 0; i < n; i++) { if (i * i > n) return i; } return n; }

// CHECK-LABEL: kernel bound_argument
kernel void bound_argument(global float *a, local float *t, int n) {
  // CHECK: branch [[#@LINE+1]]:3: uniform: decided by argument `n`
  for (int i = 0; i < n; i++) {
    // CHECK: barrier [[#@LINE+1]]:5: uniform
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// CHECK-LABEL: kernel bound_table
kernel void bound_table(global float *a, local float *t) {
  for (int i = 0; i < 5; i++) {
    // CHECK: branch [[#@LINE+1]]:5: uniform: decided by a load from variable `halves`
    for (int j = 0; j < halves[i]; j++)
      // CHECK: barrier [[#@LINE+1]]:7: uniform
      barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// CHECK-LABEL: kernel bound_struct
kernel void bound_struct(global float *a, shape s) {
  // CHECK: branch [[#@LINE+1]]:3: uniform: decided by a load from argument `s`
  for (int i = 0; i < s.rows * s.columns; i++)
    // CHECK: barrier [[#@LINE+1]]:5: uniform
    barrier(CLK_LOCAL_MEM_FENCE);
}

// CHECK-LABEL: kernel bound_buffer
kernel void bound_buffer(global float *a, global const int *rows) {
  // CHECK: branch [[#@LINE+1]]:3: uniform: decided by a load from argument `rows`, get_group_id
  for (int i = rows[get_group_id(0)]; i < rows[get_group_id(0) + 1]; i++)
    // CHECK: barrier [[#@LINE+1]]:5: uniform
    barrier(CLK_LOCAL_MEM_FENCE);
}

// The same, but the buffer is written by the kernel: another group may change it meanwhile.
// CHECK-LABEL: kernel bound_written
kernel void bound_written(global int *rows) {
  // CHECK: branch [[#@LINE+1]]:3: divergent: {{.*}} depends on a load from argument `rows`
  for (int i = 0; i < rows[get_group_id(0)]; i++)
    // CHECK: barrier [[#@LINE+1]]:5: divergent
    barrier(CLK_LOCAL_MEM_FENCE);
  rows[get_global_id(0)] = 1;
}

// CHECK-LABEL: kernel group_arithmetic
kernel void group_arithmetic(global float *a, int n) {
  int first = get_group_id(0) * get_local_size(0), end = min(first + (int)get_local_size(0), n);
  // CHECK: branch [[#@LINE+1]]:3: uniform: decided by {{.*}}min{{.*}}get_group_id
  for (int i = first; i < end; i += 16)
    // CHECK: barrier [[#@LINE+1]]:5: uniform
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Where the group begins, from the ids of its work-items.
// CHECK-LABEL: kernel group_start
kernel void group_start(global float *a, int n) {
  int g = get_global_id(0), l = get_local_id(0);
  // CHECK: branch [[#@LINE+1]]:3: uniform: decided by argument `n`, get_global_id - get_local_id
  for (int i = g - l; i < n; i += get_global_size(0))
    // CHECK: barrier [[#@LINE+1]]:5: uniform
    barrier(CLK_LOCAL_MEM_FENCE);
  // Of another dimension, and the other way round.
  // CHECK: branch [[#@LINE+1]]:7: divergent
  if (get_global_id(1) - l > n) a[0] = 1;
  // CHECK: branch [[#@LINE+1]]:7: divergent
  if (l - g > n) a[1] = 1;
}

// Dividing the global id says nothing: a global offset shifts the groups.
// CHECK-LABEL: kernel group_division
kernel void group_division(global float *a, int n) {
  // CHECK: branch [[#@LINE+1]]:7: divergent: {{.*}} depends on get_global_id
  if (get_global_id(0) / get_local_size(0) < n)
    // CHECK: barrier [[#@LINE+1]]:5: divergent
    barrier(CLK_LOCAL_MEM_FENCE);
}

// CHECK-LABEL: kernel short_circuit
kernel void short_circuit(global float *a, int n, int m, global const int *go) {
  if (n > 3 && (m < 4 || go[n]))
    // CHECK: barrier [[#@LINE+1]]:5: uniform
    barrier(CLK_LOCAL_MEM_FENCE);
}

// CHECK-LABEL: kernel short_circuit_mixed
kernel void short_circuit_mixed(global float *a, int n) {
  if (n > 3 && a[get_local_id(0)] > 0)
    // CHECK: barrier [[#@LINE+1]]:5: divergent: {{.*}} depends on get_local_id
    barrier(CLK_LOCAL_MEM_FENCE);
}

// CHECK-LABEL: kernel switched
kernel void switched(global float *a, int n) {
  // CHECK: branch [[#@LINE+1]]:3: uniform: decided by argument `n`
  switch (n) {
    case 0: a[0] = 1; break;
    // CHECK: barrier [[#@LINE+1]]:13: uniform
    case 1: barrier(CLK_LOCAL_MEM_FENCE);
    // CHECK: barrier [[#@LINE+1]]:13: uniform
    case 2: barrier(CLK_GLOBAL_MEM_FENCE); break;
    default: return;
  }
  // CHECK: barrier [[#@LINE+1]]:3: uniform
  barrier(CLK_LOCAL_MEM_FENCE);
}

// CHECK-LABEL: kernel helper_value
kernel void helper_value(global float *a, int n) {
  for (int i = 0; i < rounds_of(n); i++)
    // CHECK: barrier [[#@LINE+1]]:5: uniform
    barrier(CLK_LOCAL_MEM_FENCE);
}

// A helper with a loop and two returns.
// CHECK-LABEL: kernel helper_loop
kernel void helper_loop(global float *a, int n) {
  int end = last(n);
  for (int i = 0; i < end; i++)
    // CHECK: barrier [[#@LINE+1]]:5: uniform
    barrier(CLK_LOCAL_MEM_FENCE);
}

// CHECK-LABEL: kernel helper_barrier
kernel void helper_barrier(global float *a, int n) {
  // CHECK: barrier 9:31: uniform
  meet(n & 1);
}

// A pointer that is one of two buffers nobody writes.
// CHECK-LABEL: kernel pointers
kernel void pointers(global float *a, global const int *p, global const int *q, int n) {
  global const int *from = n ? p : q + 4;
  // CHECK: branch [[#@LINE+1]]:3: uniform: decided by a load from argument `{{[pq]}}`
  for (; *from; from++)
    // CHECK: barrier [[#@LINE+1]]:5: uniform
    barrier(CLK_LOCAL_MEM_FENCE);
}

// A pointer that walks over a different part for each work-item.
// CHECK-LABEL: kernel pointers_own
kernel void pointers_own(global float *a, global const int *p) {
  for (p += get_local_id(0); *p; p++)
    // CHECK: barrier [[#@LINE+1]]:5: divergent: {{.*}} depends on get_local_id
    barrier(CLK_LOCAL_MEM_FENCE);
}

// CHECK-LABEL: kernel group_returns
kernel void group_returns(global float *a, int n) {
  // CHECK: branch [[#@LINE+1]]:7: uniform: decided by get_group_id, argument `n`
  if (get_group_id(0) >= n) return;
  // CHECK: barrier [[#@LINE+1]]:3: uniform
  barrier(CLK_LOCAL_MEM_FENCE);
}

// The usual guard: true of all work-items of a group only if the size is a multiple.
// CHECK-LABEL: kernel padding_returns
kernel void padding_returns(global float *a, int n) {
  if (get_global_id(0) >= n) return;
  // CHECK: barrier [[#@LINE+1]]:3: divergent: {{.*}} depends on get_global_id
  barrier(CLK_LOCAL_MEM_FENCE);
}

// The guard around the work only.
// CHECK-LABEL: kernel padding_guarded
kernel void padding_guarded(global float *a, local float *t, int n) {
  int g = get_global_id(0);
  if (g < n) t[get_local_id(0)] = a[g];
  // CHECK: barrier [[#@LINE+1]]:3: uniform
  barrier(CLK_LOCAL_MEM_FENCE);
  if (g < n) a[g] = t[0];
}

// A tree's halves, the size from the device.
// CHECK-LABEL: kernel halving
kernel void halving(global float *a, local float *t) {
  int l = get_local_id(0);
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (l < s) t[l] += t[l + s];
    // CHECK: barrier [[#@LINE+1]]:5: uniform
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// The unrolled end of a reduction, as for a warp: the guard holds for some only.
// CHECK-LABEL: kernel warp_end
kernel void warp_end(global float *a, local float *t) {
  int l = get_local_id(0);
  if (l < 32) {
    t[l] += t[l + 32];
    // CHECK: barrier [[#@LINE+1]]:5: divergent: {{.*}} depends on get_local_id
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// Two conditions that differ, but the barrier stands behind both.
// CHECK-LABEL: kernel rejoined
kernel void rejoined(global float *a, int n) {
  for (int i = 0; i < n; i++) {
    if (a[get_local_id(0)] > 0) a[1] = 1; else if (get_local_id(0) & 1) a[2] = 1;
    // CHECK: barrier [[#@LINE+1]]:5: uniform
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// continue and break by uniform values, nested.
// CHECK-LABEL: kernel jumps
kernel void jumps(global float *a, int n, int m) {
  for (int i = 0; i < n; i++) {
    if (i == m) continue;
    for (int j = 0;; j++) {
      if (j * i > m) break;
      // CHECK: barrier [[#@LINE+1]]:7: uniform
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i > 2 * m) goto out;
  }
out:
  // CHECK: barrier [[#@LINE+1]]:3: uniform
  barrier(CLK_LOCAL_MEM_FENCE);
}

// Vectors, conversions, mathematics.
// CHECK-LABEL: kernel vectors
kernel void vectors(global float *a, global const int4 *limits, float4 f) {
  int4 limit = limits[get_group_id(1)] + convert_int4(f);
  for (int i = limit.x; i < limit.w + (int)sqrt(f.y) + vload2(1, (global const int *)limits).y; i++)
    // CHECK: barrier [[#@LINE+1]]:5: uniform
    barrier(CLK_LOCAL_MEM_FENCE);
}

// A constant structure; a number of bits.
// CHECK-LABEL: kernel constants
kernel void constants(global float *a, int n) {
  for (int i = 0; i < fixed.rows + (int)fixed.scale[n & 3] + (int)popcount(n); i++)
    // CHECK: barrier [[#@LINE+1]]:5: uniform
    barrier(CLK_LOCAL_MEM_FENCE);
}

// A double buffer by pointers that change places.
// CHECK-LABEL: kernel swapped
kernel void swapped(global float *a, local float *t, local float *u, int n) {
  for (int i = 1; i < n; i *= 2) {
    u[get_local_id(0)] = t[get_local_id(0) ^ i];
    // CHECK: barrier [[#@LINE+1]]:5: uniform
    barrier(CLK_LOCAL_MEM_FENCE);
    local float *v = t; t = u; u = v;
  }
}

// A private array of bounds: not followed, since its elements are chosen at run time.
// CHECK-LABEL: kernel private_bounds
kernel void private_bounds(global float *a, int n, int m) {
  int bounds[2] = {n, m};
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < bounds[k]; i++)
      // CHECK: barrier [[#@LINE+1]]:7: divergent: {{.*}} depends on a load from private memory
      barrier(CLK_LOCAL_MEM_FENCE);
}
