// Writes outside the loop: whether another work-item may make them while the loop runs, and whether
// the loop only waits for them.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins,print-irregular-loops %t.ll 2>&1 | FileCheck %s

// CHECK-LABEL: kernel spin_on_other_branch
// CHECK-NEXT: loop [[#@LINE+6]]:5
// CHECK-NEXT: read arg:0 [[#@LINE+5]]:12, write arg:0 [[#@LINE+3]]:11, waits{{$}}
kernel void spin_on_other_branch(global volatile int *flag) {
  if (get_local_id(0) == 0) {
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
  }
}

// A lock: the write comes after the loop.
// CHECK-LABEL: kernel lock
// CHECK: rmw arg:0 [[#@LINE+3]]:10, rmw arg:0 [[#@LINE+3]]:10, in the loop{{$}}
// CHECK: rmw arg:0 [[#@LINE+2]]:10, rmw arg:0 [[#@LINE+5]]:3, waits{{$}}
kernel void lock(global int *mutex, global int *x) {
  while (atomic_cmpxchg(mutex, 0, 1) != 0) {
  }
  x[0] += 1;
  atomic_xchg(mutex, 0);
}

// One work-item of each group takes it: it waits for other groups only, if groups have one dimension.
// CHECK-LABEL: kernel lock_of_group
// CHECK: rmw arg:0 {{.*}}, rmw arg:0 {{.*}}, waits, fixed ids 1
kernel void lock_of_group(global int *mutex, global int *x) {
  if (get_local_id(0) == 0) {
    while (atomic_xchg(mutex, 1)) {
    }
    x[0] += 1;
    atomic_xchg(mutex, 0);
  }
}

// All work-items that wait have written before.
// CHECK-LABEL: kernel grid_barrier
// CHECK: read arg:0 {{.*}}, rmw arg:0 {{[0-9:]+}}{{$}}
kernel void grid_barrier(global volatile int *count, int n) {
  atomic_inc(count);
  while (*count < n) {
  }
}

// It ends by itself.
// CHECK-LABEL: kernel bounded
// CHECK: read arg:0 {{.*}}, write arg:0 {{[0-9:]+}}{{$}}
kernel void bounded(global volatile int *flag) {
  int tries = 0;
  while (*flag == 0 && tries < 1000) {
    ++tries;
  }
  *flag = 1;
}

// A compare-and-swap that is tried again with what it found gets through some time.
// CHECK-LABEL: kernel try_again
// CHECK: rmw arg:0 {{.*}}, rmw arg:0 {{.*}}, in the loop{{$}}
// CHECK-NOT: waits
kernel void try_again(global int *x) {
  int old = 0, seen;
  while ((seen = atomic_cmpxchg(x, old, old + 1)) != old) {
    old = seen;
  }
}

// In local memory a barrier keeps the write apart.
// CHECK-LABEL: kernel barrier_before
// CHECK: read local:tile {{.*}}, write local:tile {{[0-9:]+}}, a barrier between
kernel void barrier_before(global int *x) {
  local int tile[64];
  tile[get_local_id(0)] = x[get_local_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int i = 0;
  while (tile[i] > 0) {
    ++i;
  }
  x[get_local_id(0)] = i;
}
