// A cell on the rare way is not cleared by a loop, for which it would have to be memory that every access on that way
// writes and reads again.
// RUN: %run_cc --backend=ptx --output=%t %s
// RUN: sed -n '/^.func __lockstep_global_slow($/,/^}/p' %t | grep -A3 nounroll | FileCheck %s

// CHECK: .pragma "nounroll";
// CHECK-NOT: st.local
kernel void k(global int *a, int level) {
  int node = get_global_id(0);
  if (atomic_or(&a[node], 0) == level) atomic_cmpxchg(&a[a[node]], -1, level + 1);
}
