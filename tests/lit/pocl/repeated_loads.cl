// What a load gave is used behind a barrier, or behind one that PoCL may put at a loop: the load is volatile, lest PoCL
// make it again there. Where nothing of it is needed any more, and where it goes round a loop, it stays as it is.
// RUN: %run_cc --backend=spirv-serial --emit=ll --output=%t %s
// RUN: FileCheck %s --input-file=%t
// CHECK-LABEL: spir_func void @used_behind(
// CHECK: load volatile i32, {{i32|ptr}} addrspace(1)
// CHECK-LABEL: spir_func void @computed_from(
// CHECK: load volatile i32, {{i32|ptr}} addrspace(1)
// CHECK: load volatile i32, {{i32|ptr}} addrspace(1)
// CHECK-LABEL: spir_func void @one_value_only(
// CHECK: load volatile i32, {{i32|ptr}} addrspace(1)
// CHECK-LABEL: spir_func void @in_a_loop(
// CHECK: load volatile i32, {{i32|ptr}} addrspace(1)
// CHECK-LABEL: spir_func void @goes_round_once(
// CHECK: load volatile i32, {{i32|ptr}} addrspace(1)
// CHECK-LABEL: spir_func void @stays(
// CHECK-NOT: load volatile
// CHECK-LABEL: spir_func void @goes_round(
// CHECK-NOT: load volatile
// CHECK-LABEL: spir_func void @nothing_between(
// CHECK-NOT: load volatile
// CHECK: {{^}}}
kernel void used_behind(global int *a) {
  int l = get_local_id(0), v = a[(l + 1) % 64];
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[l] = v;
}
// The address of another load, one of two values, and a product.
kernel void computed_from(global int *a, global int *b, int n) {
  int l = get_local_id(0), i = a[l], v = 3;
  if (n > 1) v = b[i] * 5;
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[l] = v;
}
// A variable that has a value in one place only PoCL computes anew wherever it is needed, between barriers too.
kernel void one_value_only(global int *a, int n) {
  int l = get_local_id(0), v;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (n > 1) v = a[l];
  a[l] = 7;
  if (n > 0) a[l + 64] = v;
}
// No barrier of the source stands between the load and its use.
kernel void in_a_loop(global int *a, int n) {
  int l = get_local_id(0), v = a[l];
  for (int i = 0; i < n; ++i) a[l] += v;
}
// An optimiser takes the first loop for none.
kernel void goes_round_once(global int *a, int n) {
  int l = get_local_id(0), sum = 0;
  for (int i = 0; i < 1; ++i) sum += a[l];
  for (int i = 0; i < n; ++i) a[l + 64] += sum;
}
// In front of the barrier and behind it, but not across.
kernel void stays(global int *a, global int *b) {
  int l = get_local_id(0);
  a[l] = b[l] + 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  b[l] = a[63 - l] + 1;
}
kernel void goes_round(global int *a, int n) {
  int l = get_local_id(0), sum = 0;
  for (int i = 0; i < n; ++i) sum += a[l + i];
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[l] = sum;
}
kernel void nothing_between(global int *a) {
  int l = get_local_id(0);
  a[l] = a[l + 64] * 2;
}
