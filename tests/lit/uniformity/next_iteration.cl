// A branch that leads to one barrier on both ways, but an iteration later on one of them (seed 1712 of
// the random kernels: the divergence was missed).
// RUN: %source_ll %s | lockstep-opt --passes=prepare,lower-builtins,print-uniformity - 2>&1 | FileCheck %s

// CHECK-LABEL: kernel again
kernel void again(global int *out) {
  int l = get_local_id(0), rounds = 0, inner = 0;
again:
  inner = 0;
  while (inner < 1) {
    ++inner;
    // CHECK: barrier [[#@LINE+1]]:5: divergent: the branch at [[#@LINE+3]]:{{.*}} depends on get_local_id
    barrier(CLK_LOCAL_MEM_FENCE);
    ++rounds;
    if (l == 0 && rounds < 3) goto again;
  }
  out[l] = rounds;
}

// Both ways begin the next iteration: nobody is left behind.
// CHECK-LABEL: kernel skips
kernel void skips(global int *out, int n) {
  int l = get_local_id(0);
  for (int i = 0; i < n; ++i) {
    // CHECK: barrier [[#@LINE+1]]:5: uniform
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) continue;
    out[l] = i;
  }
}
