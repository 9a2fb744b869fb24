// Loops that nobody can disturb: nothing is noted.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins,print-irregular-loops %t.ll 2>&1 | FileCheck %s

// CHECK-LABEL: kernel counter
// CHECK-NOT: loop
kernel void counter(global int *x, int n) {
  for (int i = 0; i < n; ++i) x[i] = i;
}

// Read once, before the loop: the paper's way out.
// CHECK-LABEL: kernel read_before
// CHECK-NOT: loop
kernel void read_before(global int *x) {
  const int n = x[0];
  for (int i = 0; i < n; ++i) x[i] = i;
}

// CHECK-LABEL: kernel constant_memory
// CHECK-NOT: loop
kernel void constant_memory(global int *x, constant int *n) {
  for (int i = 0; i < n[0]; ++i) x[i] = i;
}

// CHECK-LABEL: kernel private_array
// CHECK-NOT: loop
kernel void private_array(global int *x) {
  int todo[4] = {1, 2, 3, 0};
  for (int i = 0; todo[i] != 0; ++i) {
    x[todo[i]] = i;
    todo[i & 1] = 0;
  }
}

// What the body reads and writes without an influence on how long it runs.
// CHECK-LABEL: kernel body_only
// CHECK-NOT: loop
kernel void body_only(global int *x, int n) {
  for (int i = 0; i < n; ++i) {
    if (x[i] > 3) x[i] = 3;
  }
}

// An atomic operation that stands for a load writes nothing.
// CHECK-LABEL: kernel reads_only
// CHECK-NOT: loop
kernel void reads_only(global int *x, global int *out) {
  while (atomic_or(x, 0) == 0 || atomic_add(x, 0) == 1) {
  }
}

// Arguments that nobody writes, and local memory that no other can be.
// CHECK-LABEL: kernel never_written
// CHECK-NOT: loop
kernel void never_written(global const int *row, local int *tile) {
  tile[0] = 0;
  for (int i = row[0]; i < row[1]; ++i) tile[i & 1] = i;
}
