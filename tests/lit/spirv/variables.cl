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

// ... or behind blocks of ours, with which a kernel that has barriers begins.
typedef struct { uint a, q[3]; } Parts;
__attribute__((noinline)) Parts mixed(Parts s, uint x) { s.q[x % 3u] += x; return s; }
kernel void behind(global uint *out, int n) {
  local uint row[8];
  uint lid = get_local_id(0), gid = get_global_id(0), t = 0;
  Parts parts;
  parts.a = gid;
  do {
    ++t;
    parts = mixed(parts, gid);
  } while (t < (uint)n);
  barrier(CLK_LOCAL_MEM_FENCE);
  row[lid] = gid;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[gid / 2] = parts.a * 2 + row[lid ^ 1];
}
