//lockstep: clean
//launch: kernel=k global=32 local=8 arg=0:buffer,256,iota:ulong arg=1:buffer,256,zeros:ulong
// The lowest byte of a private number is set by itself, so that the optimiser keeps the others as a number of 24 or 56 bits.
typedef union { ulong whole; uchar low; } Wide;
typedef union { uint whole; uchar low; } Narrow;
kernel void k(global const ulong *in, global ulong *out) {
  uint i = get_global_id(0);
  Wide one, other;
  one.whole = in[i] * 0x123456789abcdUL;
  one.low = (uchar)(i + 6);
  other.whole = in[i] * 0x3210000000003UL + 4;
  other.low = (uchar)(i + 8);
  Narrow few, less;
  few.whole = i * 70000;
  few.low = 3;
  less.whole = i * 90000;
  less.low = (uchar)i;
  if (i > 11) one = other;
  if (i & 4) few = less;
  for (uint j = 0; j < i; ++j) one.low += few.low;
  out[i] = one.whole ^ few.whole;
}
