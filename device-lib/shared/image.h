// Images on the device: what the host says of each, and which texels a coordinate names, by the
// formulas of [CL] OpenCL C 3.0, "Image Addressing and Filtering". Pure, read as OpenCL C and C++.
#ifndef LOCKSTEP_DEVICE_LIB_SHARED_IMAGE_H_
#define LOCKSTEP_DEVICE_LIB_SHARED_IMAGE_H_

#include "device-lib/shared/types.h"

#ifndef __OPENCL_C_VERSION__
#include <math.h>
#define ls_floor floorf
#define ls_rint rintf
#define ls_fabs fabsf
#else
#define ls_floor floor
#define ls_rint rint
#define ls_fabs fabs
#endif

// One image argument; LS_ROOT_IMAGE roots name their entry. A texel lies at position
// x * texel_bytes + y * row_pitch + z * slice_pitch of its object, where the layer of an array
// counts as the dimension behind the last. Images of their own have 8 bytes for every texel,
// whatever its format: one cell. Images over a buffer lie as the buffer does.
typedef struct {
  ls_u32 size[3];     // texels or layers along x, y, z; 1 where there is no such dimension
  ls_u32 dimensions;  // how many coordinates name a texel, the layer included: 1 to 3
  ls_u32 layered;     // 1: the last of them is a layer
  ls_u32 texel_bytes;
  ls_u32 order;  // channel order and type, as CL_* constants
  ls_u32 type;
  ls_u64 row_pitch;  // bytes
  ls_u64 slice_pitch;
} ls_image;
LS_STATIC_ASSERT(sizeof(ls_image) == 48, image_is_48_bytes);

#define LS_IMAGE_TEXEL_BYTES 8u  // of images of their own

// A sampler in bits, as OpenCL C's CLK_* constants have them.
#define LS_SAMPLER_NORMALIZED 0x01u
#define LS_SAMPLER_ADDRESS_MASK 0x0Eu
#define LS_SAMPLER_CLAMP_TO_EDGE 0x02u
#define LS_SAMPLER_CLAMP 0x04u
#define LS_SAMPLER_REPEAT 0x06u
#define LS_SAMPLER_MIRRORED_REPEAT 0x08u
#define LS_SAMPLER_LINEAR 0x20u
#define LS_SAMPLER_NONE 0x100u  // a call without sampler: no addressing mode, no clamping of layers
// What a call passes instead of bits if its sampler is the kernel's argument number `bits 0-15`.
#define LS_SAMPLER_ARGUMENT 0x80000000u

// The one or two texels that a coordinate names along one dimension; -1: outside, no access.
typedef struct {
  int first, second;
} ls_texels;

// Index `i`, a whole number; -1 if there is no such texel (also for NaN).
LS_INLINE int ls_texel_index(float i, float extent) {
  return i >= 0.0f && i < extent ? (int)i : -1;
}

LS_INLINE ls_texels ls_texel_pair(float i0, float i1, float extent) {
  ls_texels texels;
  texels.first = ls_texel_index(i0, extent);
  texels.second = ls_texel_index(i1, extent);
  return texels;
}

LS_INLINE float ls_clamped(float i, float low, float high) {
  return i < low ? low : i > high ? high : i;
}

// Which of `size` texels a float coordinate reads.
LS_INLINE ls_texels ls_sampled(float s, ls_u32 size, ls_u32 sampler) {
  const float extent = (float)size;
  const float last = extent - 1.0f;
  const ls_u32 linear = sampler & LS_SAMPLER_LINEAR;
  const ls_u32 mode = sampler & LS_SAMPLER_ADDRESS_MASK;
  if (mode == LS_SAMPLER_REPEAT && (sampler & LS_SAMPLER_NORMALIZED)) {
    const float u = (s - ls_floor(s)) * extent;
    float i0 = ls_floor(linear ? u - 0.5f : u);
    float i1 = i0 + 1.0f;
    if (!linear) i1 = i0 = i0 > last ? i0 - extent : i0;
    if (i0 < 0.0f) i0 = extent + i0;
    if (i1 > last) i1 = i1 - extent;
    return ls_texel_pair(i0, i1, extent);
  }
  if (mode == LS_SAMPLER_MIRRORED_REPEAT && (sampler & LS_SAMPLER_NORMALIZED)) {
    const float u = ls_fabs(s - 2.0f * ls_rint(0.5f * s)) * extent;
    const float i0 = ls_floor(linear ? u - 0.5f : u);
    const float i1 = linear ? i0 + 1.0f : i0;
    return ls_texel_pair(ls_clamped(i0, 0.0f, last), ls_clamped(i1, 0.0f, last), extent);
  }
  const float u = (sampler & LS_SAMPLER_NORMALIZED) ? s * extent : s;
  float i0 = ls_floor(linear ? u - 0.5f : u);
  float i1 = linear ? i0 + 1.0f : i0;
  if (mode == LS_SAMPLER_CLAMP_TO_EDGE) {
    i0 = ls_clamped(i0, 0.0f, last);
    i1 = ls_clamped(i1, 0.0f, last);
  }
  return ls_texel_pair(i0, i1, extent);
}

// Which layer a float coordinate selects when an array is read through a sampler.
LS_INLINE ls_texels ls_sampled_layer(float w, ls_u32 layers) {
  const float layer = ls_clamped(ls_rint(w), 0.0f, (float)layers - 1.0f);
  return ls_texel_pair(layer, layer, (float)layers);
}

// Which of `size` texels (or layers) an integer coordinate names.
LS_INLINE int ls_named(int i, ls_u32 size, ls_u32 sampler, ls_u32 is_layer) {
  const ls_u32 clamps = is_layer ? !(sampler & LS_SAMPLER_NONE)
                                 : (sampler & LS_SAMPLER_ADDRESS_MASK) == LS_SAMPLER_CLAMP_TO_EDGE;
  if (clamps) i = i < 0 ? 0 : (ls_u32)i >= size ? (int)(size - 1u) : i;
  return i >= 0 && (ls_u32)i < size ? i : -1;
}

#endif  // LOCKSTEP_DEVICE_LIB_SHARED_IMAGE_H_
