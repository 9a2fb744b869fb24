// The integer types that device code (OpenCL C) and host code (C++) share, and the
// macros that let one header be read as both.
#ifndef LOCKSTEP_DEVICE_LIB_SHARED_TYPES_H_
#define LOCKSTEP_DEVICE_LIB_SHARED_TYPES_H_

// Only __OPENCL_C_VERSION__ is defined on every OpenCL C target; __OPENCL_VERSION__ is not.
#ifdef __OPENCL_C_VERSION__
typedef uint ls_u32;
typedef ulong ls_u64;
typedef uchar ls_u8;
#define LS_INLINE static inline __attribute__((always_inline))
#define LS_STATIC_ASSERT(cond, text) typedef char ls_assert_##text[(cond) ? 1 : -1]
#else
#include <stdint.h>
typedef uint32_t ls_u32;
typedef uint64_t ls_u64;
typedef uint8_t ls_u8;
#define LS_INLINE inline
#define LS_STATIC_ASSERT(cond, text) static_assert(cond, #text)
#endif

#endif  // LOCKSTEP_DEVICE_LIB_SHARED_TYPES_H_
