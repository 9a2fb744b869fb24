// Data may decide what is written, and what is read from memory that nobody writes; then the kernel
// is independent of it.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,narrow-vector-access,lower-builtins,print-data-independence %t.ll 2>&1 | FileCheck %s
// RUN: lockstep-opt --variant=full --passes=prepare,narrow-vector-access,lower-builtins,print-data-independence %t.ll 2>&1 | FileCheck %s --check-prefix=FULL

// CHECK: kernel guarded: independent of data
kernel void guarded(global int *a, int n) {
  int i = get_global_id(0);
  if (i < n) a[i] = a[i] * 2;
}

// CHECK: kernel chosen: independent of data
kernel void chosen(global float *a) {
  float x = a[get_global_id(0)], y = 0;
  if (x > 1) y = x;
  for (int i = 0; i < (int)x; i++) y += i;
  a[get_global_id(0)] = y > 0 ? y : -y;
}

// What is not written in the kernel may be read anywhere, unless a launch has it overlap with what
// is: for those there is variant full.
// CHECK: kernel sparse: independent of data
// FULL: kernel sparse: the access at [[#@LINE+3]]:{{[0-9]+}}: whether it is executed: the branch at [[#@LINE+3]]:{{[0-9]+}} depends on a load from argument `row` ([[#@LINE+3]]:{{[0-9]+}})
kernel void sparse(global float *y, global const int *row, global const int *column, global const float *x) {
  float sum = 0;
  for (int j = row[get_global_id(0)]; j < row[get_global_id(0) + 1]; j++) sum += x[column[j]];
  y[get_global_id(0)] = sum;
}

// CHECK: kernel reduce: independent of data
kernel void reduce(global int *a, local int *t) {
  int l = get_local_id(0);
  t[l] = a[get_global_id(0)];
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < s) t[l] += t[l + s];
  }
  if (l == 0) a[get_group_id(0)] = t[0];
}

// CHECK: kernel add: independent of data
kernel void add(global int *a) { atomic_add(a, 1); }

// A table of the program is the same in every launch, as long as the index stays in it.
constant int table[4] = {3, 2, 1, 0};
// CHECK: kernel tables: independent of data
kernel void tables(global int *a) {
  int own[4];
  own[0] = 0; own[1] = 1; own[2] = 2; own[3] = 3;
  a[table[get_global_id(0) & 3]] = 2;
  a[own[get_global_id(0) & 3]] = 2;
}

// CHECK: kernel vectors: independent of data
kernel void vectors(global int *a, int4 p) {
  int2 v = (int2)(p.x, p.y);
  v = v.yx;
  a[v.x] = v.y;
}

// CHECK: kernel pointers: independent of data
kernel void pointers(global int *a, int n) {
  if (a == 0) return;
  for (global int *p = a; p < a + n; p++) *p = 3;
}

typedef struct { int n; float f[3]; } S;
// CHECK: kernel by_value: independent of data
kernel void by_value(global int *a, S s) {
  for (int i = 0; i < s.n; i++) a[i + get_global_id(0)] = s.f[i];
}

// CHECK: kernel images: independent of data
// FULL: kernel images: an argument of the image access at [[#@LINE+4]]:{{[0-9]+}} depends on a load from argument `c`
kernel void images(read_only image2d_t i, sampler_t s, write_only image2d_t o, global const float2 *c) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  if (at.x < get_image_width(i)) write_imagef(o, at, read_imagef(i, at));
  write_imagef(o, at, read_imagef(i, s, c[at.x]));
}

// CHECK: kernel own_sampler: independent of data
// FULL: kernel own_sampler: independent of data
kernel void own_sampler(read_only image2d_t i, write_only image2d_t o) {
  const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(o, at, read_imagef(i, s, at + 1));
}

// CHECK: kernel copies: independent of data
kernel void copies(global int *a, local int *t) {
  event_t e = async_work_group_copy(t, a, 64, 0);
  wait_group_events(1, &e);
  a[get_global_id(0)] = t[get_local_id(0)];
}

// CHECK: kernel prints: independent of data
kernel void prints(global float *a) {
  float c, s = sincos(a[get_global_id(0)], &c);
  a[get_global_id(0)] = s + c;
  printf("%f\n", a[get_global_id(0)]);
}
