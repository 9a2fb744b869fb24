// Flow that LLVM's divergence analysis does not come to an end of is not judged, and takes no time.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,narrow-vector-access,lower-builtins,print-data-independence %t.ll 2>&1 | FileCheck %s

// CHECK: kernel two_entries: its control flow is irreducible
kernel void two_entries(global int *a, int n) {
  int i = 0;
  const int odd = get_local_id(0) & 1;
  if (odd) goto middle;
top:
  a[get_global_id(0)] += 1;
middle:
  barrier(CLK_LOCAL_MEM_FENCE);
  if (++i < n) goto top;
}
