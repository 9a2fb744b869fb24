// Where the condition of a loop reads memory that the loop's body writes, however the read gets there.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins,print-irregular-loops %t.ll 2>&1 | FileCheck %s

#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable

// CHECK-LABEL: kernel plain
// CHECK-NEXT: loop [[#@LINE+3]]:3
// CHECK-NEXT: read arg:0 [[#@LINE+2]]:10, write arg:0 [[#@LINE+3]]:10, in the loop
kernel void plain(global int *x) {
  while (x[get_global_id(0)] == 0) {
    x[0] = 1;
  }
}

// The paper's counterexample.
// CHECK-LABEL: kernel counterexample
// CHECK-NEXT: loop [[#@LINE+4]]:3
// CHECK-NEXT: read arg:0 [[#@LINE+3]]:10, write arg:0 [[#@LINE+5]]:10, in the loop
kernel void counterexample(global int *x) {
  int tid = get_local_id(0);
  while (x[tid] == tid) {
    // Of several writes of one kind the first is shown.
    x[0] = 1;
    x[1] = 1;
  }
}

// CHECK-LABEL: kernel short_circuit
// CHECK-NEXT: loop [[#@LINE+3]]:3
// CHECK-NEXT: read arg:0 [[#@LINE+2]]:28, write arg:0 [[#@LINE+3]]:14, in the loop
kernel void short_circuit(global int *x, int n) {
  for (int i = 0; i < n && x[i] != 7; ++i) {
    x[n - i] = 7;
  }
}

int finished(global int *x, int i) {
  return x[i] > 3;
}
void step(global int *x, int i) {
  while (!finished(x, i))
    x[i + 1]++;
}

// CHECK-LABEL: kernel helper
// CHECK-NEXT: loop [[#@LINE-5]]:3
// CHECK-NEXT: read arg:0 [[#@LINE-9]]:10, write arg:0 [[#@LINE-5]]:13, in the loop
kernel void helper(global int *x) { step(x, get_global_id(0)); }

// CHECK-LABEL: kernel through_variable
// CHECK-NEXT: loop [[#@LINE+4]]:3
// CHECK-NEXT: read arg:0 [[#@LINE+4]]:9, write arg:0 [[#@LINE+7]]:10, in the loop
kernel void through_variable(global int *x) {
  int done = 0;
  while (!done) {
    if (x[1] > 2) {
      done = 1;
    }
    x[1] = 3;
  }
}

// CHECK-LABEL: kernel break_out
// CHECK-NEXT: loop [[#@LINE+3]]:3
// CHECK-NEXT: read arg:0 [[#@LINE+3]]:9, write arg:0 [[#@LINE+6]]:10, in the loop
kernel void break_out(global int *x) {
  for (;;) {
    if (x[2]) {
      break;
    }
    x[2] = 1;
  }
}

// CHECK-LABEL: kernel through_cast
// CHECK-NEXT: loop [[#@LINE+4]]:3
// CHECK-NEXT: read arg:0 [[#@LINE+3]]:10, write arg:0 [[#@LINE+4]]:30, in the loop
kernel void through_cast(global uint *x) {
  global volatile uchar *bytes = (global volatile uchar *)x;
  while (bytes[3] != 0) {
    *(global float *)(x + 4) = 1.0f;
    x[0] = 0;
  }
}

// CHECK-LABEL: kernel atomic
// CHECK-NEXT: loop [[#@LINE+3]]:3
// CHECK-NEXT: rmw arg:0 [[#@LINE+2]]:10, rmw arg:0 [[#@LINE+2]]:10, in the loop
kernel void atomic(global int *x, int n) {
  while (atomic_inc(x) < n) {
  }
}

// The address of what the condition reads is read too.
// CHECK-LABEL: kernel index
// CHECK-NEXT: loop [[#@LINE+3]]:3
// CHECK-NEXT: read arg:0 [[#@LINE+2]]:16, write arg:0 [[#@LINE+3]]:13, in the loop
kernel void index(global int *next, constant int *table) {
  while (table[next[0] & 3]) {
    next[0] += 1;
  }
}

// An inner loop decides for an outer one.
// CHECK-LABEL: kernel nested
// CHECK-NEXT: loop [[#@LINE+5]]:3
// CHECK-NEXT: read arg:0 [[#@LINE+6]]:12, write arg:0 [[#@LINE+9]]:10, in the loop
// CHECK-NEXT: loop [[#@LINE+5]]:5
// CHECK-NEXT: read arg:0 [[#@LINE+4]]:12, write arg:0 [[#@LINE+7]]:10
kernel void nested(global int *x, int n) {
  for (int i = 0; i < n;) {
    int j = 0;
    while (x[j] < i) {
      ++j;
    }
    x[i] = j;
    i += j + 1;
  }
}

// CHECK-LABEL: kernel local_memory
// CHECK-NEXT: loop [[#@LINE+4]]:3
// CHECK-NEXT: read local:flag [[#@LINE+3]]:10, write local:flag [[#@LINE+5]]:10, in the loop
kernel void local_memory(global int *x) {
  local int flag;
  while (flag) {
    barrier(CLK_LOCAL_MEM_FENCE);
    flag = x[get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
