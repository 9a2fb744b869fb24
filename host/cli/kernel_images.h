// Making and reading the images that `lockstep kernel` is asked for.
#ifndef LOCKSTEP_HOST_CLI_KERNEL_IMAGES_H_
#define LOCKSTEP_HOST_CLI_KERNEL_IMAGES_H_

#include <string>

#include "host/cli/cl_api.h"
#include "host/cli/image_spec.h"

namespace lockstep {

// An image with the initial texels `content`, or, if `buffer` is not null, one that shares its
// bytes. The error names the OpenCL call.
StatusOr<cl_mem> MakeImage(const ClApi& cl, cl_context context, const ImageSpec& spec,
                           const std::string& content, cl_mem buffer);

// All texels, rows without gaps.
StatusOr<std::string> ReadTexels(const ClApi& cl, cl_command_queue queue, cl_mem image,
                                 const ImageSpec& spec);

StatusOr<cl_sampler> MakeSampler(const ClApi& cl, cl_context context, const SamplerSpec& spec);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_KERNEL_IMAGES_H_
