// What a write_image call leaves in a texel: the colour converted to the image's format, by
// [CL] OpenCL C 3.0, "Conversion Rules". Two writes are compared by these bits.
#ifndef LOCKSTEP_DEVICE_LIB_SHARED_TEXEL_H_
#define LOCKSTEP_DEVICE_LIB_SHARED_TEXEL_H_

#include "device-lib/shared/types.h"

// The channel types that are converted, with their values in CL/cl.h.
#define LS_SNORM_INT8 0x10D0u
#define LS_SNORM_INT16 0x10D1u
#define LS_UNORM_INT8 0x10D2u
#define LS_UNORM_INT16 0x10D3u
#define LS_SIGNED_INT8 0x10D7u
#define LS_SIGNED_INT16 0x10D8u
#define LS_SIGNED_INT32 0x10D9u
#define LS_UNSIGNED_INT8 0x10DAu
#define LS_UNSIGNED_INT16 0x10DBu
#define LS_UNSIGNED_INT32 0x10DCu
#define LS_HALF_FLOAT 0x10DDu
#define LS_FLOAT 0x10DEu

// A texel's bytes, lowest first.
typedef struct {
  ls_u64 low, high;
} ls_texel;

LS_INLINE float ls_as_float(ls_u32 bits) {
#ifdef __OPENCL_C_VERSION__
  return as_float(bits);
#else
  float value;
  __builtin_memcpy(&value, &bits, sizeof(value));
  return value;
#endif
}

LS_INLINE ls_u32 ls_as_bits(float value) {
#ifdef __OPENCL_C_VERSION__
  return as_uint(value);
#else
  ls_u32 bits;
  __builtin_memcpy(&bits, &value, sizeof(bits));
  return bits;
#endif
}

LS_INLINE ls_u64 ls_mixed(ls_u64 z) {  // splitmix64's finaliser: equal only for equal z
  z = (z ^ (z >> 30)) * (ls_u64)0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * (ls_u64)0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Rounds to the nearest whole number, halves to even; `value` is at most 65535 in magnitude.
LS_INLINE int ls_nearest(float value) {
  int whole = (int)value;  // towards zero
  const float rest = value - (float)whole;
  const int odd = whole & 1;
  if (rest > 0.5f || (rest == 0.5f && odd)) ++whole;
  if (rest < -0.5f || (rest == -0.5f && odd)) --whole;
  return whole;
}

// A channel of a normalised type: `colour` in [low, 1] becomes a whole number in [low * top, top].
LS_INLINE ls_u32 ls_normalized(ls_u32 colour, float low, float top) {
  const float value = ls_as_float(colour);
  if (!(value > low)) return (ls_u32)ls_nearest(value == value ? low * top : 0.0f);
  return (ls_u32)ls_nearest(value < 1.0f ? value * top : top);
}

LS_INLINE ls_u32 ls_saturated(ls_u32 colour, int low, int high) {
  const int value = (int)colour;
  return (ls_u32)(value < low ? low : value > high ? high : value);
}

// IEEE half bits of a float, rounded to nearest even.
LS_INLINE ls_u32 ls_half(ls_u32 bits) {
  const ls_u32 sign = bits >> 16 & 0x8000u;
  const ls_u32 magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return sign | 0x7e00u;
  if (magnitude >= 0x47800000u) return sign | 0x7c00u;  // 2^16 and more: infinity
  if (magnitude >= 0x38800000u)
    return sign | ((magnitude - 0x38000000u + 0xfffu + (magnitude >> 13 & 1u)) >> 13);
  // Below 2^-14 halves are multiples of 2^-24, as are the floats from 0.5 to 1: let + round.
  return sign | (ls_as_bits(ls_as_float(magnitude) + 0.5f) - 0x3f000000u);
}

// Bytes of a channel; 0 if the type is not converted.
LS_INLINE ls_u32 ls_channel_bytes(ls_u32 type) {
  switch (type) {
    case LS_SNORM_INT8:
    case LS_UNORM_INT8:
    case LS_SIGNED_INT8:
    case LS_UNSIGNED_INT8: return 1;
    case LS_SNORM_INT16:
    case LS_UNORM_INT16:
    case LS_SIGNED_INT16:
    case LS_UNSIGNED_INT16:
    case LS_HALF_FLOAT: return 2;
    case LS_SIGNED_INT32:
    case LS_UNSIGNED_INT32:
    case LS_FLOAT: return 4;
    default: return 0;
  }
}

LS_INLINE ls_u32 ls_channel(ls_u32 colour, ls_u32 type) {
  switch (type) {
    case LS_SNORM_INT8: return ls_normalized(colour, -1.0f, 127.0f) & 0xffu;
    case LS_UNORM_INT8: return ls_normalized(colour, 0.0f, 255.0f);
    case LS_SNORM_INT16: return ls_normalized(colour, -1.0f, 32767.0f) & 0xffffu;
    case LS_UNORM_INT16: return ls_normalized(colour, 0.0f, 65535.0f);
    case LS_SIGNED_INT8: return ls_saturated(colour, -128, 127) & 0xffu;
    case LS_SIGNED_INT16: return ls_saturated(colour, -32768, 32767) & 0xffffu;
    case LS_UNSIGNED_INT8: return colour > 0xffu ? 0xffu : colour;
    case LS_UNSIGNED_INT16: return colour > 0xffffu ? 0xffffu : colour;
    case LS_HALF_FLOAT: return ls_half(colour);
    default: return colour;
  }
}

// The channels of an order as they lie in memory: one digit each, first channel lowest, of
// 1 red, 2 green, 3 blue, 4 alpha; 0 for orders that are not converted.
LS_INLINE ls_u32 ls_channels(ls_u32 order) {
  switch (order) {
    case 0x10B0u:            // CL_R
    case 0x10B8u:            // CL_INTENSITY
    case 0x10B9u:            // CL_LUMINANCE
    case 0x10BAu:            // CL_Rx
    case 0x10BDu: return 1;  // CL_DEPTH
    case 0x10B1u: return 4;  // CL_A
    case 0x10B2u:            // CL_RG
    case 0x10BBu: return 0x21;  // CL_RGx
    case 0x10B3u: return 0x41;  // CL_RA
    case 0x10B4u: return 0x321;   // CL_RGB
    case 0x10B5u: return 0x4321;  // CL_RGBA
    case 0x10B6u: return 0x4123;  // CL_BGRA
    case 0x10B7u: return 0x3214;  // CL_ARGB
    case 0x10C3u: return 0x1234;  // CL_ABGR
    default: return 0;
  }
}

// The bytes that writing the colour (its components' bits) leaves in a texel of this format. For a
// format that is not converted (packed and sRGB ones): a mix of the colour's bits.
LS_INLINE ls_texel ls_written_texel(ls_u32 order, ls_u32 type, ls_u32 r, ls_u32 g, ls_u32 b,
                                    ls_u32 a) {
  ls_texel texel;
  const ls_u32 bytes = ls_channel_bytes(type);
  ls_u32 channels = ls_channels(order);
  texel.low = texel.high = 0;
  if (bytes == 0 || channels == 0) {
    texel.low = ls_mixed(((ls_u64)g << 32 | r) ^ ls_mixed((ls_u64)a << 32 | b));
    texel.high = ls_mixed(texel.low);
    return texel;
  }
  for (ls_u32 at = 0; channels != 0; channels >>= 4, at += 8u * bytes) {
    const ls_u32 digit = channels & 15u;
    const ls_u64 bits = ls_channel(digit == 1u ? r : digit == 2u ? g : digit == 3u ? b : a, type);
    if (at < 64u)
      texel.low |= bits << at;
    else
      texel.high |= bits << (at - 64u);
  }
  return texel;
}

#endif  // LOCKSTEP_DEVICE_LIB_SHARED_TEXEL_H_
