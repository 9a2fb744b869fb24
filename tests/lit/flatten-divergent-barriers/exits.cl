// Each return statement is a site of its own; falling off the end is one too.
// RUN: %source_ll %s | lockstep-opt --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --metadata=- - | FileCheck %s

kernel void exits(global int *out, int n) {
  int l = get_local_id(0);
  for (int i = 0; i < n; i++) {
    int q = out[i];
    if (q == l) return;
    if (q > n) {
      out[l] = 2;
      return;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = 3;
}
// CHECK-DAG: "line": 8,
// CHECK-DAG: "line": 11,
// CHECK-DAG: "line": 16,
