#include "host/track/image.h"

#include <algorithm>

#include "host/api/hooks.h"
#include "host/driver/query.h"
#include "host/track/memory.h"

namespace lockstep::host {
namespace {

template <typename T>
T Info(cl_mem image, cl_image_info name) {
  return QueryValue<T>(Of(Next().clGetImageInfo, image, name));
}

// Extents and how many coordinates there are; false if `type` is no image type.
bool ReadShape(cl_mem mem, cl_mem_object_type type, ls_image& image) {
  const auto width = static_cast<ls_u32>(Info<size_t>(mem, CL_IMAGE_WIDTH));
  const auto height = static_cast<ls_u32>(Info<size_t>(mem, CL_IMAGE_HEIGHT));
  const auto depth = static_cast<ls_u32>(Info<size_t>(mem, CL_IMAGE_DEPTH));
  const auto layers = static_cast<ls_u32>(Info<size_t>(mem, CL_IMAGE_ARRAY_SIZE));
  const auto set = [&](ls_u32 dimensions, ls_u32 y, ls_u32 z, bool layered) {
    image.dimensions = dimensions;
    image.size[0] = width;
    image.size[1] = y;
    image.size[2] = z;
    image.layered = layered;
    return width != 0 && y != 0 && z != 0;
  };
  switch (type) {
    case CL_MEM_OBJECT_IMAGE1D:
    case CL_MEM_OBJECT_IMAGE1D_BUFFER: return set(1, 1, 1, false);
    case CL_MEM_OBJECT_IMAGE1D_ARRAY: return set(2, layers, 1, true);
    case CL_MEM_OBJECT_IMAGE2D: return set(2, height, 1, false);
    case CL_MEM_OBJECT_IMAGE2D_ARRAY: return set(3, height, layers, true);
    case CL_MEM_OBJECT_IMAGE3D: return set(3, height, depth, false);
    default: return false;
  }
}

unsigned PowerOfTwoIn(uint64_t bytes) {
  unsigned shift = 0;
  while (shift < 3 && (bytes >> shift & 1) == 0) ++shift;
  return shift;
}

// Texels lie as the buffer's bytes do.
void LieInBuffer(cl_mem mem, const BufferFacts& buffer, ImageFacts& facts) {
  ls_image& image = facts.image;
  image.texel_bytes = static_cast<ls_u32>(Info<size_t>(mem, CL_IMAGE_ELEMENT_SIZE));
  image.row_pitch = Info<size_t>(mem, CL_IMAGE_ROW_PITCH);
  const uint64_t row = uint64_t{image.size[0]} * image.texel_bytes;
  if (image.row_pitch < row) image.row_pitch = row;
  image.slice_pitch = image.row_pitch * image.size[1];
  facts.over_buffer = true;
  facts.number = buffer.number;
  facts.object_size = buffer.object_size;
  facts.origin = buffer.origin;
  facts.extent = image.row_pitch * (image.size[1] - 1) + row;
  facts.granule_shift = std::min(PowerOfTwoIn(image.texel_bytes), PowerOfTwoIn(image.row_pitch));
}

// One cell for every texel.
void LieInCells(cl_mem mem, ImageFacts& facts) {
  ls_image& image = facts.image;
  image.texel_bytes = LS_IMAGE_TEXEL_BYTES;
  image.row_pitch = uint64_t{image.size[0]} * image.texel_bytes;
  image.slice_pitch = image.row_pitch * image.size[1];
  facts.number = NumberOf(mem);
  facts.object_size = facts.extent = image.slice_pitch * image.size[2];
}

}  // namespace

std::optional<ImageFacts> ImageBehind(cl_mem mem) {
  const auto info = Next().clGetMemObjectInfo;
  ImageFacts facts;
  const auto type = QueryValue<cl_mem_object_type>(Of(info, mem, CL_MEM_TYPE));
  if (!ReadShape(mem, type, facts.image)) return std::nullopt;
  const auto format = Info<cl_image_format>(mem, CL_IMAGE_FORMAT);
  facts.image.order = format.image_channel_order;
  facts.image.type = format.image_channel_data_type;
  cl_mem parent = QueryValue<cl_mem>(Of(info, mem, CL_MEM_ASSOCIATED_MEMOBJECT));
  if (parent == nullptr) parent = Info<cl_mem>(mem, CL_IMAGE_BUFFER);
  facts.parent = parent;
  const std::optional<BufferFacts> buffer = parent == nullptr ? std::nullopt : BufferBehind(parent);
  if (buffer) {
    LieInBuffer(mem, *buffer, facts);
  } else {
    // An image made from another has the same texels.
    LieInCells(parent == nullptr ? mem : parent, facts);
  }
  return facts;
}

uint32_t SamplerBits(cl_sampler sampler) {
  if (sampler == nullptr) return 0;
  const auto info = Next().clGetSamplerInfo;
  uint32_t bits = 0;
  if (QueryValue<cl_bool>(Of(info, sampler, CL_SAMPLER_NORMALIZED_COORDS)) != CL_FALSE) {
    bits |= LS_SAMPLER_NORMALIZED;
  }
  if (QueryValue<cl_filter_mode>(Of(info, sampler, CL_SAMPLER_FILTER_MODE)) == CL_FILTER_LINEAR) {
    bits |= LS_SAMPLER_LINEAR;
  }
  switch (QueryValue<cl_addressing_mode>(Of(info, sampler, CL_SAMPLER_ADDRESSING_MODE))) {
    case CL_ADDRESS_CLAMP_TO_EDGE: return bits | LS_SAMPLER_CLAMP_TO_EDGE;
    case CL_ADDRESS_CLAMP: return bits | LS_SAMPLER_CLAMP;
    case CL_ADDRESS_REPEAT: return bits | LS_SAMPLER_REPEAT;
    case CL_ADDRESS_MIRRORED_REPEAT: return bits | LS_SAMPLER_MIRRORED_REPEAT;
    default: return bits;
  }
}

cl_mem Hook_clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                          const cl_image_desc* description, void* host, cl_int* error) {
  cl_mem mem = Next().clCreateImage(context, flags, format, description, host, error);
  Guard("clCreateImage", [&] {
    if (mem != nullptr) NoteBuffer(mem);
  });
  return mem;
}

cl_mem Hook_clCreateImageWithProperties(cl_context context, const cl_mem_properties* properties,
                                        cl_mem_flags flags, const cl_image_format* format,
                                        const cl_image_desc* description, void* host,
                                        cl_int* error) {
  cl_mem mem = Next().clCreateImageWithProperties(context, properties, flags, format, description,
                                                  host, error);
  Guard("clCreateImageWithProperties", [&] {
    if (mem != nullptr) NoteBuffer(mem);
  });
  return mem;
}

cl_mem Hook_clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                            size_t width, size_t height, size_t row_pitch, void* host,
                            cl_int* error) {
  cl_mem mem =
      Next().clCreateImage2D(context, flags, format, width, height, row_pitch, host, error);
  Guard("clCreateImage2D", [&] {
    if (mem != nullptr) NoteBuffer(mem);
  });
  return mem;
}

cl_mem Hook_clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                            size_t width, size_t height, size_t depth, size_t row_pitch,
                            size_t slice_pitch, void* host, cl_int* error) {
  cl_mem mem = Next().clCreateImage3D(context, flags, format, width, height, depth, row_pitch,
                                      slice_pitch, host, error);
  Guard("clCreateImage3D", [&] {
    if (mem != nullptr) NoteBuffer(mem);
  });
  return mem;
}

}  // namespace lockstep::host
