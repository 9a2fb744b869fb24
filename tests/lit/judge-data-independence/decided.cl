// Kernels of which only what is in some arguments decides, that they do not write: which arguments.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,narrow-vector-access,lower-builtins,print-data-independence %t.ll 2>&1 | FileCheck %s
// RUN: lockstep-opt --variant=bounds --passes=prepare,narrow-vector-access,lower-builtins,print-data-independence %t.ll 2>&1 | FileCheck %s --check-prefix=BOUNDS
// RUN: lockstep-opt --variant=full --passes=prepare,narrow-vector-access,lower-builtins,print-data-independence %t.ll 2>&1 | FileCheck %s --check-prefix=FULL
// FULL-NOT: decided by

// What is only copied does not decide.
// CHECK: kernel scatter: {{.*}}load from argument `to`
// CHECK-NEXT: kernel scatter: decided by argument 1
// CHECK-NEXT: kernel nested: {{.*}} depends on 
kernel void scatter(global int *out, global const int *to, global const int *in) {
  out[to[get_global_id(0)]] = in[get_global_id(0)];
}

// CHECK-NEXT: kernel nested: decided by argument 1
// CHECK-NEXT: kernel nested: decided by argument 2
// CHECK-NEXT: kernel rows: {{.*}} depends on 
kernel void nested(global int *out, global const int *a, constant int *b) { out[a[b[get_global_id(0)]]] = 1; }

// What is read is no matter, nor how often, unless somebody must look whether it is there.
// CHECK-NEXT: kernel rows: decided by argument 2
// CHECK-NEXT: kernel kept: {{.*}} depends on 
// BOUNDS: kernel rows: decided by argument 1
// BOUNDS-NEXT: kernel rows: decided by argument 2
// BOUNDS-NEXT: kernel rows: decided by argument 3
// BOUNDS-NEXT: kernel kept: {{.*}} depends on 
kernel void rows(global float *y, global const int *row, global const int *to, global const int *column,
                 global const float *x) {
  const int i = get_global_id(0);
  float sum = 0;
  for (int k = row[i]; k < row[i + 1]; ++k) sum += x[column[k]];
  y[to[i]] = sum;
}

// CHECK-NEXT: kernel kept: decided by argument 1
// CHECK-NEXT: kernel structs: {{.*}} depends on 
kernel void kept(global int *out, global const int *b) {
  const int own[4] = {b[3], b[2], b[1], b[0]};
  out[own[get_global_id(0) & 3]] = 1;
}

typedef struct { int from, to; float weight; } edge;
// CHECK-NEXT: kernel structs: decided by argument 1
// CHECK-NEXT: kernel either: {{.*}} depends on 
kernel void structs(global float *out, global const edge *edges) {
  const edge e = edges[get_global_id(0)];
  out[e.to] += e.weight;
}

// A pointer that may lead to several of them.
// CHECK-NEXT: kernel either: decided by argument 1
// CHECK-NEXT: kernel either: decided by argument 2
// CHECK-NEXT: kernel written: {{.*}} depends on 
kernel void either(global int *out, global const int *a, global const int *b, int n) {
  out[(n > 0 ? a : b)[get_global_id(0)]] = 1;
}

// Each of the following is decided by other data, too.
// CHECK-NOT: decided by
kernel void written(global int *out, global int *a) {
  out[a[get_global_id(0)]] = 1;
  a[0] = 2;
}
kernel void also_written(global int *out, global const int *a) { out[out[a[get_global_id(0)]]] = 1; }
kernel void chosen(global int *out, global const int *a, int n) { out[(n > 0 ? a : out)[get_global_id(0)]] = 1; }
kernel void tile(global int *out, global const int *a, local int *t) {
  t[get_local_id(0)] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t[get_local_id(0) ^ 1]] = 1;
}
kernel void ticket(global int *out, global const int *a, global int *n) { out[a[atomic_add(n, 1)]] = 1; }
kernel void looked_at(global int *out, global const volatile int *a) { out[a[get_global_id(0)]] = 1; }
kernel void anywhere(global int *out, global const ulong *a) { *(global int *)a[0] = 1; }
kernel void texel(global int *out, read_only image1d_t a) { out[read_imagei(a, (int)get_global_id(0)).x] = 1; }
