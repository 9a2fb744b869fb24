// An application that opens libOpenCL by itself and looks every function up, one of them through
// clGetExtensionFunctionAddress. Its kernel races. With the argument "namespace" the library is in one of its own.
#define _GNU_SOURCE
#include <dlfcn.h>

#include "probe.h"

#define LOOK_UP(name) __typeof__(&name) p_##name = (__typeof__(&name))dlsym(library, #name)

int main(int argc, char** argv) {
  const int apart = argc > 1 && strcmp(argv[1], "namespace") == 0;
  void* library = apart ? dlmopen(LM_ID_NEWLM, "libOpenCL.so.1", RTLD_NOW) : dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 2;
  LOOK_UP(clGetPlatformIDs);
  LOOK_UP(clGetPlatformInfo);
  LOOK_UP(clGetDeviceIDs);
  LOOK_UP(clCreateContext);
  LOOK_UP(clCreateCommandQueueWithProperties);
  LOOK_UP(clCreateProgramWithSource);
  LOOK_UP(clBuildProgram);
  LOOK_UP(clCreateKernel);
  LOOK_UP(clCreateBuffer);
  LOOK_UP(clSetKernelArg);
  LOOK_UP(clGetExtensionFunctionAddressForPlatform);
  LOOK_UP(clFinish);
  LOOK_UP(clReleaseKernel);
  // Look-ups that are none of lockstep's business give what they give.
  printf("%d %d\n", dlsym(library, "clNoSuchFunction") == NULL,
         dlsym(RTLD_DEFAULT, "printf") != NULL);

  cl_platform_id platforms[16], platform = NULL;
  cl_uint count = 0;
  p_clGetPlatformIDs(16, platforms, &count);
  for (cl_uint i = 0; i < count; ++i) {
    char name[256] = "";
    p_clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof(name), name, NULL);
    if (strstr(name, "Portable Computing Language") != NULL) platform = platforms[i];
  }
  cl_device_id device;
  if (platform == NULL || p_clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL) != 0) {
    return 2;
  }
  __typeof__(&clEnqueueNDRangeKernel) enqueue =
      (__typeof__(&clEnqueueNDRangeKernel))p_clGetExtensionFunctionAddressForPlatform(
          platform, "clEnqueueNDRangeKernel");
  if (enqueue == NULL) enqueue = (__typeof__(enqueue))dlsym(library, "clEnqueueNDRangeKernel");
  cl_int error;
  cl_context context = p_clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  cl_command_queue queue = p_clCreateCommandQueueWithProperties(context, device, NULL, &error);
  const char* source =
      "kernel void racy(global int* a) {\n"
      "  a[get_global_id(0)] = 1;\n"
      "  a[get_global_id(0) ^ 1] = 2;\n"
      "}\n";
  cl_program program = p_clCreateProgramWithSource(context, 1, &source, NULL, &error);
  printf("build %d\n", p_clBuildProgram(program, 1, &device, "", NULL, NULL));
  cl_kernel kernel = p_clCreateKernel(program, "racy", &error);
  cl_mem buffer = p_clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, &error);
  p_clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
  const size_t global = 64, local = 16;
  printf("launch %d\n", enqueue(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
  p_clFinish(queue);
  p_clReleaseKernel(kernel);
  return 0;
}
