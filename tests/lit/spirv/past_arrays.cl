// The padding behind a structure's last array is reached in bytes, since rusticl ends the process over an element of the
// array that there is none of. LLVM 19 reaches it in bytes by itself.
// REQUIRES: typed-pointers
// RUN: %run_cc --backend=spirv --emit=ll --output=%t %s
// RUN: FileCheck %s --input-file=%t
// RUN: %run_cc --backend=spirv-llvmpipe --emit=ll --output=%t %s
// RUN: FileCheck %s --input-file=%t
// CHECK: @k(
// CHECK-NOT: getelementptr{{.*}}%struct.Item{{.*}} i64 0, i32 2, i64 3
// CHECK: getelementptr{{.*}} i8, {{.*}} i64 28
// CHECK-NOT: getelementptr{{.*}}%struct.Item{{.*}} i64 0, i32 2, i64 3
typedef struct { uint a; uint2 v; uint q[3]; } Item;
__attribute__((noinline)) Item changed(Item one, uint x) {
  one.q[x % 3u] += one.q[(x + 1u) % 3u];
  return one;
}
kernel void k(global uint *out) {
  const uint gid = get_global_id(0);
  Item one;
  one.a = gid;
  one.q[0] = 1;
  one.q[1] = gid;
  one.q[2] = 0;
  one = changed(one, gid);
  out[gid / 2] = one.a;
}
