// Two ways come together, of which one has just passed a barrier or which bring more than three values: a third way, never
// taken, comes from the other one. Elsewhere, at the head of a loop, and without barriers nothing is added.
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
// CHECK-LABEL: spir_func void @brings_four_values(
// CHECK: lockstep.never
// CHECK-LABEL: spir_func void @four_without_barrier(
// CHECK-NOT: lockstep.never
#define FOUR_VALUES                                                  \
  if (n > 3) {                                                       \
    out[0] = n;                                                      \
    v = d[1], w = d[2], x = d[3], y = d[4];                          \
  } else {                                                           \
    out[1] = n;                                                      \
    v = d[5], w = d[6], x = d[7], y = d[8];                          \
  }
kernel void brings_four_values(global const int *d, global int *out, int n) {
  int v, w, x, y;
  FOUR_VALUES
  out[2] = v;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[3] = v + w * x - y;
}
kernel void four_without_barrier(global const int *d, global int *out, int n) {
  int v, w, x, y;
  FOUR_VALUES
  out[3] = v + w * x - y;
}
