// Making and reading the images that `lockstep kernel` is asked for.
#include "host/cli/kernel_images.h"

#include "runtime/base/text.h"

namespace lockstep {
namespace {

Status Failure(const char* call, cl_int error) {
  return InternalError(StrCat(call, " failed: ", ClErrorName(error)));
}

cl_image_desc Describe(const ImageSpec& spec, cl_mem buffer) {
  cl_image_desc description = {};
  description.image_type = spec.object_type;
  description.image_width = spec.size[0];
  description.image_row_pitch = buffer != nullptr ? spec.row_pitch : 0;
  description.buffer = buffer;
  switch (spec.object_type) {
    case CL_MEM_OBJECT_IMAGE1D_ARRAY: description.image_array_size = spec.size[1]; break;
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      description.image_height = spec.size[1];
      description.image_array_size = spec.size[2];
      break;
    case CL_MEM_OBJECT_IMAGE3D: description.image_depth = spec.size[2]; [[fallthrough]];
    case CL_MEM_OBJECT_IMAGE2D: description.image_height = spec.size[1]; break;
    default: break;
  }
  return description;
}

}  // namespace

StatusOr<cl_mem> MakeImage(const ClApi& cl, cl_context context, const ImageSpec& spec,
                           const std::string& content, cl_mem buffer) {
  cl_int error = CL_SUCCESS;
  std::string texels = content;
  const cl_image_format format = {spec.order, spec.channel_type};
  const cl_image_desc description = Describe(spec, buffer);
  const cl_mem_flags flags = CL_MEM_READ_WRITE | (buffer == nullptr ? CL_MEM_COPY_HOST_PTR : 0);
  cl_mem image = cl.clCreateImage(context, flags, &format, &description,
                                  buffer == nullptr ? texels.data() : nullptr, &error);
  if (error != CL_SUCCESS) return Failure("clCreateImage", error);
  return image;
}

StatusOr<std::string> ReadTexels(const ClApi& cl, cl_command_queue queue, cl_mem image,
                                 const ImageSpec& spec) {
  const size_t origin[3] = {0, 0, 0};
  const size_t region[3] = {spec.size[0], spec.size[1], spec.size[2]};
  std::string texels(spec.bytes(), '\0');
  const cl_int error = cl.clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0,
                                             texels.data(), 0, nullptr, nullptr);
  if (error != CL_SUCCESS) return Failure("clEnqueueReadImage", error);
  return texels;
}

StatusOr<cl_sampler> MakeSampler(const ClApi& cl, cl_context context, const SamplerSpec& spec) {
  cl_int error = CL_SUCCESS;
  cl_sampler sampler = cl.clCreateSampler(context, spec.normalized ? CL_TRUE : CL_FALSE,
                                          spec.addressing, spec.filter, &error);
  if (error != CL_SUCCESS) return Failure("clCreateSampler", error);
  return sampler;
}

}  // namespace lockstep
