/* Image and sampler arguments of a test kernel's `//launch:` lines: parsing, making, reading. The
 * grammar is that of `lockstep kernel` (docs/cli.md), with few formats. */
#ifndef LOCKSTEP_TESTS_E2E_IMAGE_ARG_H_
#define LOCKSTEP_TESTS_E2E_IMAGE_ARG_H_

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>
#include <stddef.h>

typedef struct {
  cl_image_format format;
  cl_image_desc description; /* without the buffer */
  size_t region[3];          /* texels and layers */
  size_t texel_bytes;
  size_t row_pitch; /* views: of the buffer; 0: rows without gaps */
} ImageArg;

typedef struct {
  cl_bool normalized;
  cl_addressing_mode addressing;
  cl_filter_mode filter;
} SamplerArg;

/* Reads "image2d,64x4,rgba:float," off the front of `*text`. Returns 0 or, if it is wrong, 1. */
int ParseImageArg(const char **text, ImageArg *image);
int ParseSamplerArg(const char *text, SamplerArg *sampler);

size_t ImageBytes(const ImageArg *image);

/* NULL, with a line on stderr, if the driver refuses. `buffer`: whose bytes the image shares, or
 * NULL. */
cl_mem CreateImageArg(cl_context context, const ImageArg *image, void *contents, cl_mem buffer);
cl_sampler CreateSamplerArg(cl_context context, const SamplerArg *sampler);

/* The texels (malloc) and how many bytes they are; NULL if `mem` is no image. */
unsigned char *ReadImageArg(cl_command_queue queue, cl_mem mem, size_t *size);

#endif /* LOCKSTEP_TESTS_E2E_IMAGE_ARG_H_ */
