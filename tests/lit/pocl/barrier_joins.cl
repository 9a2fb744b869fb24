// Two ways come together, of which one has just passed a barrier: a third way, never taken, comes from the other one.
// Where neither has, and at the head of a loop, nothing is added.
// RUN: %run_cc --backend=spirv-serial --emit=ll --output=%t %s
// RUN: FileCheck %s --input-file=%t
// CHECK-LABEL: spir_func void @ends_with_barrier(
// CHECK: br i1 %{{.*}}, label %[[NEVER:lockstep.never[0-9]*]], label %[[JOIN:.*]]
// CHECK: [[NEVER]]:
// CHECK: store volatile i32 0
// CHECK-NEXT: br label %[[JOIN]]
// CHECK-LABEL: spir_func void @goes_on(
// CHECK-NOT: lockstep.never
kernel void ends_with_barrier(global const int *d, global int *out, int n) {
  local int t[64];
  int l = get_local_id(0), v;
  t[l] = l;
  if (n > 3) {
    v = t[l] + d[l];
    barrier(CLK_LOCAL_MEM_FENCE);
  } else {
    v = d[2];
  }
  out[get_global_id(0)] = v;
}
kernel void goes_on(global const int *d, global int *out, int n) {
  int v = 0;
  for (int i = 0; i < n; ++i) {
    v += d[i];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  out[get_global_id(0)] = n > 3 ? v : d[0];
}
