/* Image and sampler arguments; see image_arg.h. */
#include "tests/e2e/image_arg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *name;
  cl_uint value;
  size_t size; /* images: extents; orders: channels; channel types: bytes */
} Row;

static const Row kImages[] = {{"image1d", CL_MEM_OBJECT_IMAGE1D, 1},
                              {"image1d_array", CL_MEM_OBJECT_IMAGE1D_ARRAY, 2},
                              {"image1d_buffer", CL_MEM_OBJECT_IMAGE1D_BUFFER, 1},
                              {"image2d", CL_MEM_OBJECT_IMAGE2D, 2},
                              {"image2d_array", CL_MEM_OBJECT_IMAGE2D_ARRAY, 3},
                              {"image3d", CL_MEM_OBJECT_IMAGE3D, 3},
                              {NULL, 0, 0}};
static const Row kOrders[] = {{"r", CL_R, 1}, {"rg", CL_RG, 2}, {"rgba", CL_RGBA, 4}, {NULL, 0, 0}};
static const Row kTypes[] = {{"unorm8", CL_UNORM_INT8, 1}, {"uchar", CL_UNSIGNED_INT8, 1},
                             {"int", CL_SIGNED_INT32, 4},  {"uint", CL_UNSIGNED_INT32, 4},
                             {"half", CL_HALF_FLOAT, 2},   {"float", CL_FLOAT, 4},
                             {NULL, 0, 0}};
static const Row kAddressing[] = {{"none", CL_ADDRESS_NONE, 0},
                                  {"clamp_to_edge", CL_ADDRESS_CLAMP_TO_EDGE, 0},
                                  {"clamp", CL_ADDRESS_CLAMP, 0},
                                  {"repeat", CL_ADDRESS_REPEAT, 0},
                                  {"mirrored_repeat", CL_ADDRESS_MIRRORED_REPEAT, 0},
                                  {NULL, 0, 0}};
static const Row kFilters[] = {
    {"nearest", CL_FILTER_NEAREST, 0}, {"linear", CL_FILTER_LINEAR, 0}, {NULL, 0, 0}};

static const Row *Find(const Row *rows, const char *name) {
  for (; rows->name; ++rows)
    if (strcmp(rows->name, name) == 0) return rows;
  return NULL;
}

int ParseImageArg(const char **text, ImageArg *image) {
  char name[32], order_name[16], type_name[16];
  int used = 0;
  memset(image, 0, sizeof *image);
  if (sscanf(*text, "%31[a-z0-9_],%n", name, &used) != 1) return 1;
  const Row *row = Find(kImages, name);
  if (!row) return 1;
  *text += used;
  for (size_t d = 0; d < 3; ++d) {
    image->region[d] = 1;
    if (d >= row->size) continue;
    if (sscanf(*text, "%zu%*[x,]%n", &image->region[d], &used) != 1) return 1;
    *text += used;
  }
  if (sscanf(*text, "%15[a-z]:%15[a-z0-9]%n", order_name, type_name, &used) != 2) return 1;
  *text += used;
  if (**text == ',') ++*text;
  const Row *order = Find(kOrders, order_name), *type = Find(kTypes, type_name);
  if (!order || !type) return 1;
  image->format.image_channel_order = order->value;
  image->format.image_channel_data_type = type->value;
  image->texel_bytes = order->size * type->size;
  cl_image_desc *description = &image->description;
  description->image_type = row->value;
  description->image_width = image->region[0];
  if (row->value == CL_MEM_OBJECT_IMAGE1D_ARRAY) {
    description->image_array_size = image->region[1];
  } else {
    description->image_height = image->region[1];
    description->image_depth = image->region[2];
    description->image_array_size = image->region[2];
  }
  return 0;
}

int ParseSamplerArg(const char *text, SamplerArg *sampler) {
  char addressing_name[32], filter_name[16], rest[16] = "";
  int words = sscanf(text, "%31[a-z_],%15[a-z],%15s", addressing_name, filter_name, rest);
  if (words < 2 || (words == 3 && strcmp(rest, "normalized"))) return 1;
  const Row *addressing = Find(kAddressing, addressing_name), *filter = Find(kFilters, filter_name);
  if (!addressing || !filter) return 1;
  sampler->normalized = words == 3;
  sampler->addressing = addressing->value;
  sampler->filter = filter->value;
  return 0;
}

size_t ImageBytes(const ImageArg *image) {
  return image->region[0] * image->region[1] * image->region[2] * image->texel_bytes;
}

cl_mem CreateImageArg(cl_context context, const ImageArg *image, void *contents, cl_mem buffer) {
  cl_image_desc description = image->description;
  cl_int status = CL_SUCCESS;
  description.mem_object = buffer;
  description.image_row_pitch = buffer ? image->row_pitch : 0;
  cl_mem_flags flags = CL_MEM_READ_WRITE | (buffer ? 0 : CL_MEM_COPY_HOST_PTR);
  cl_mem mem = clCreateImage(context, flags, &image->format, &description,
                             buffer ? NULL : contents, &status);
  if (status != CL_SUCCESS) fprintf(stderr, "run_kernel: clCreateImage returned %d\n", status);
  return mem;
}

cl_sampler CreateSamplerArg(cl_context context, const SamplerArg *sampler) {
  cl_sampler_properties properties[] = {CL_SAMPLER_NORMALIZED_COORDS, sampler->normalized,
                                        CL_SAMPLER_ADDRESSING_MODE,   sampler->addressing,
                                        CL_SAMPLER_FILTER_MODE,       sampler->filter,
                                        0};
  cl_int status = CL_SUCCESS;
  cl_sampler made = clCreateSamplerWithProperties(context, properties, &status);
  if (status != CL_SUCCESS) fprintf(stderr, "run_kernel: clCreateSampler returned %d\n", status);
  return made;
}

unsigned char *ReadImageArg(cl_command_queue queue, cl_mem mem, size_t *size) {
  cl_mem_object_type type = 0;
  size_t origin[3] = {0, 0, 0}, region[3] = {1, 1, 1}, layers = 0, texel = 0;
  clGetMemObjectInfo(mem, CL_MEM_TYPE, sizeof type, &type, NULL);
  if (type == CL_MEM_OBJECT_BUFFER) return NULL;
  clGetImageInfo(mem, CL_IMAGE_WIDTH, sizeof(size_t), &region[0], NULL);
  clGetImageInfo(mem, CL_IMAGE_HEIGHT, sizeof(size_t), &region[1], NULL);
  clGetImageInfo(mem, CL_IMAGE_DEPTH, sizeof(size_t), &region[2], NULL);
  clGetImageInfo(mem, CL_IMAGE_ARRAY_SIZE, sizeof layers, &layers, NULL);
  clGetImageInfo(mem, CL_IMAGE_ELEMENT_SIZE, sizeof texel, &texel, NULL);
  if (type == CL_MEM_OBJECT_IMAGE1D_ARRAY) region[1] = layers;
  if (type == CL_MEM_OBJECT_IMAGE2D_ARRAY) region[2] = layers;
  for (int d = 1; d < 3; ++d)
    if (region[d] == 0) region[d] = 1;
  *size = region[0] * region[1] * region[2] * texel;
  unsigned char *bytes = calloc(*size, 1);
  cl_int status =
      clEnqueueReadImage(queue, mem, CL_TRUE, origin, region, 0, 0, bytes, 0, NULL, NULL);
  if (status != CL_SUCCESS) {
    fprintf(stderr, "run_kernel: clEnqueueReadImage returned %d\n", status);
    exit(2);
  }
  return bytes;
}
