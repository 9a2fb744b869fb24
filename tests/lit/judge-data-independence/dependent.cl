// Each way in which data can decide what is touched, with its reason.
// RUN: %source_ll %s -cl-std=CL3.0 > %t.ll
// RUN: lockstep-opt --passes=prepare,narrow-vector-access,lower-builtins,print-data-independence %t.ll 2>&1 | FileCheck %s

// CHECK: kernel address: the address of the access at [[#@LINE+1]]:{{[0-9]+}} depends on a load from argument `b` ([[#@LINE+1]]:{{[0-9]+}})
kernel void address(global int *a, global const int *b) { a[b[get_global_id(0)]] = 1; }

// CHECK: kernel branch: the access at [[#@LINE+2]]:{{[0-9]+}}: whether it is executed: the branch at [[#@LINE+2]]:{{[0-9]+}} depends on a load from argument `b`
kernel void branch(global int *a, global const int *b) {
  if (b[0]) a[get_global_id(0)] = 1;
}

// CHECK: kernel choice: the access at {{.*}}: whether it is executed: the branch at {{.*}} depends on a load from argument `b`
kernel void choice(global int *a, global const int *b) {
  switch (b[0]) {
    case 1: a[1] = 1; break;
    case 2: a[2] = 1; break;
    default: break;
  }
}

// CHECK: kernel selected: the address of the access at [[#@LINE+1]]:{{[0-9]+}} depends on a load from argument `b`
kernel void selected(global int *a, global const int *b) { a[b[0] ? 1 : 2] = 1; }

// CHECK: kernel trips: the access at {{.*}}: whether it is executed: the branch at {{.*}} depends on a load from argument `b`
kernel void trips(global int *a, global const int *b) {
  for (int i = 0; i < b[0]; i++) a[get_global_id(0)] = 1;
}

// A count of iterations that data decided, after the loop.
// CHECK: kernel counted: the address of the access at [[#@LINE+4]]:{{[0-9]+}} depends on a load from argument `b`
kernel void counted(global int *a, global const int *b) {
  int n = 0;
  while (b[n] > 0) n++;
  a[n] = 1;
}

// CHECK: kernel early: the access at {{.*}}: whether it is executed: the branch at {{.*}} depends on a load from argument `a`
kernel void early(global int *a) {
  if (a[get_global_id(0)] == 0) return;
  a[get_global_id(0) + 1] = 1;
}

// CHECK: kernel fenced: an argument of the barrier at {{.*}} depends on a load from argument `b`
kernel void fenced(global int *a, global const int *b) { barrier(b[0]); }

// CHECK: kernel met: the barrier at {{.*}}: whether it is executed: the branch at {{.*}} depends on a load from argument `b`
kernel void met(global int *a, global const int *b) {
  if (b[0]) barrier(CLK_LOCAL_MEM_FENCE);
}

// CHECK: kernel real: the access at {{.*}}: whether it is executed: the branch at {{.*}} depends on a load from argument `b`
kernel void real(global int *a, global const float *b) {
  if (b[0] > 0.5f) a[0] = 1;
}

// CHECK: kernel local_memory: the address of the access at [[#@LINE+1]]:{{[0-9]+}} depends on a load from argument `t`
kernel void local_memory(global int *a, local int *t) { a[t[0]] = 1; }

// CHECK: kernel constant_memory: the address of the access at [[#@LINE+1]]:{{[0-9]+}} depends on a load from argument `c`
kernel void constant_memory(global int *a, constant int *c) { a[c[0]] = 1; }

constant int table[4] = {3, 2, 1, 0};
// CHECK: kernel outside: the address of the access at [[#@LINE+1]]:{{[0-9]+}} depends on a load from variable `table`
kernel void outside(global int *a) { a[table[get_global_id(0)]] = 2; }

// CHECK: kernel ticket: the address of the access at [[#@LINE+1]]:{{[0-9]+}} depends on the result of an atomic operation
kernel void ticket(global int *a) { a[atomic_add(a, 1)] = 2; }

// CHECK: kernel exchange: the compare-exchange at [[#@LINE+1]]:{{[0-9]+}} writes or not, by what it finds in memory
kernel void exchange(global int *a) { atomic_cmpxchg(a, 0, 1); }

// CHECK: kernel ordered: the atomic access at [[#@LINE+1]]:{{[0-9]+}} orders by what it reads
kernel void ordered(global atomic_int *a) { atomic_store_explicit(a, 1, memory_order_release); }

// CHECK: kernel fenced_flag: the fence at [[#@LINE+2]]:{{[0-9]+}} orders by what atomic operations read
kernel void fenced_flag(global int *a, global int *flag) {
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_inc(flag);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
}

// CHECK: kernel kept: the address of the access at {{.*}} depends on a load from argument `b` ({{.*}}), kept in private memory
kernel void kept(global int *a, global const int *b) {
  int own[4];
  for (int i = 0; i < 4; i++) own[i] = b[i];
  a[own[get_global_id(0) & 3]] = 1;
}

// CHECK: kernel hidden: the address of the access at {{.*}} depends on a load from argument `b` ({{.*}}), kept in private memory
kernel void hidden(global int *a, global const int *b) {
  int own[4] = {0, 1, 2, 3};
  if (b[0]) own[get_global_id(0) & 3] = 1;
  a[own[get_global_id(0) & 3]] = 1;
}

// CHECK: kernel raw: the address of the access at {{.*}} depends on private memory that is not initialised on every path
kernel void raw(global int *a) {
  int own[4];
  own[get_global_id(0) & 3] = 1;
  a[own[0]] = 1;
}

// CHECK: kernel half_given: the address of the access at {{.*}} depends on a value that is not initialised on every path
kernel void half_given(global int *a) {
  int2 v;
  v.x = 1;
  a[v.y] = 1;
}

// CHECK: kernel where: the access at {{.*}}: whether it is executed: the branch at {{.*}} depends on where memory lies
kernel void where(global int *a, global int *b) {
  if (a < b) *a = 1;
}

// CHECK: kernel number: the address of the access at {{.*}} depends on the address of memory
kernel void number(global int *a) { a[(ulong)a & 63] = 1; }

// CHECK: kernel texel: an argument of the image access at {{.*}} depends on a load from argument `c`
kernel void texel(write_only image2d_t o, global const int2 *c) {
  write_imagef(o, c[get_global_id(0)], (float4)(1));
}

// CHECK: kernel copy_length: an argument of the asynchronous copy at {{.*}} depends on a load from argument `n`
kernel void copy_length(global int *a, local int *t, global const int *n) {
  event_t e = async_work_group_copy(t, a, n[0], 0);
  wait_group_events(1, &e);
}

// Not data, although clang does not know that they only name a work-item.
// CHECK: kernel linear: independent of data
kernel void linear(global int *a) {
  a[get_global_linear_id() * get_global_linear_id() + get_local_linear_id() % get_enqueued_local_size(0)] = 1;
}
