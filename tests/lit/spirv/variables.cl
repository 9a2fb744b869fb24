// A copy that a call by value makes, inlined, is a variable in the middle of the kernel's first block; SPIR-V has them
// in front.
// RUN: %run_cc --backend=spirv-llvmpipe --output=%t %s
// RUN: sed 1,2d %t > %t.spv
// RUN: spirv-val %t.spv
typedef struct { int skip; global int *to; int at; } Cursor;
void put(Cursor c, int value) { c.to[c.at] = value; }
kernel void k(global int *a, global int *b) {
  int i = get_global_id(0);
  Cursor c = {0, i & 1 ? a : b, i / 4};
  put(c, i);
}
