// What the optimiser makes numbers of 24 and 56 bits is computed in ones that SPIR-V has.
// RUN: %run_cc --backend=spirv --emit=ll --output=%t %s
// RUN: FileCheck %s --input-file=%t
// CHECK: @k(
// CHECK-NOT: {{ i(24|56) }}
// CHECK: phi i64
// CHECK-NOT: {{ i(24|56) }}
typedef union { ulong whole; uchar low; } Wide;
typedef union { uint whole; uchar low; } Narrow;
kernel void k(global const ulong *in, global ulong *out) {
  uint i = get_global_id(0);
  Wide one, other;
  one.whole = in[i];
  one.low = (uchar)(i + 6);
  other.whole = in[i] * 3 + 4;
  other.low = (uchar)(i + 8);
  Narrow few, less;
  few.whole = i * 70000;
  few.low = 3;
  less.whole = i * 90000;
  less.low = (uchar)i;
  if (i > 11) {
    one = other;
    few = less;
  }
  out[i / 2] = one.whole + few.whole;
}
