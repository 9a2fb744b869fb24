// Integer functions that libclc 15 does not define.

// ctz: the ones below the lowest one; all bits of a zero.
#define DEFINE(type)                                                        \
  __attribute__((overloadable)) type mad_hi(type a, type b, type c) {       \
    return mul_hi(a, b) + c;                                                \
  }                                                                         \
  __attribute__((overloadable)) type ctz(type x) {                          \
    return popcount((type)(~x & (x - (type)1)));                            \
  }
#define ALL_WIDTHS(type) \
  DEFINE(type)           \
  DEFINE(type##2)        \
  DEFINE(type##3)        \
  DEFINE(type##4)        \
  DEFINE(type##8)        \
  DEFINE(type##16)

ALL_WIDTHS(char)
ALL_WIDTHS(uchar)
ALL_WIDTHS(short)
ALL_WIDTHS(ushort)
ALL_WIDTHS(int)
ALL_WIDTHS(uint)
ALL_WIDTHS(long)
ALL_WIDTHS(ulong)
