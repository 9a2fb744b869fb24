/* A program that does not link OpenCL: it opens the loader at run time and looks up each function.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "tests/clients/client_kernels.h"

#define LOAD(name) __typeof__(&name) p_##name = (__typeof__(&name))dlsym(library, #name)

int main(void) {
  void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return printf("no libOpenCL.so.1\n"), 1;
  LOAD(clGetPlatformIDs);
  LOAD(clGetDeviceIDs);
  LOAD(clCreateContext);
  LOAD(clCreateCommandQueue);
  LOAD(clCreateProgramWithSource);
  LOAD(clBuildProgram);
  LOAD(clCreateKernel);
  LOAD(clCreateBuffer);
  LOAD(clSetKernelArg);
  LOAD(clEnqueueNDRangeKernel);
  LOAD(clEnqueueReadBuffer);
  LOAD(clGetKernelInfo);
  LOAD(clReleaseKernel);
  LOAD(clReleaseMemObject);
  LOAD(clReleaseProgram);
  LOAD(clReleaseCommandQueue);
  LOAD(clReleaseContext);

  cl_platform_id platform;
  cl_device_id device;
  if (p_clGetPlatformIDs(1, &platform, NULL) ||
      p_clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
    return 1;
  cl_context context = p_clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_command_queue queue = p_clCreateCommandQueue(context, device, 0, NULL);
  const char *source = kClientSource;
  cl_program program = p_clCreateProgramWithSource(context, 1, &source, NULL, NULL);
  if (p_clBuildProgram(program, 1, &device, NULL, NULL, NULL)) return 1;
  int data[64];
  for (int i = 0; i < 64; ++i) data[i] = i;
  cl_mem buffer =
      p_clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof data, data, NULL);
  const char *names[] = {"racy", "clean"};
  size_t global = 64, local = 16;
  for (int k = 0; k < 2; ++k) {
    cl_uint num_args = 0, references = 0;
    cl_kernel kernel = p_clCreateKernel(program, names[k], NULL);
    p_clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    p_clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof num_args, &num_args, NULL);
    p_clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof references, &references, NULL);
    cl_int status =
        p_clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
    printf("%s: enqueue %d, %u arguments, %u references\n", names[k], status, num_args, references);
    p_clReleaseKernel(kernel);
  }
  p_clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
  printf("a[1] %d, a[63] %d\n", data[1], data[63]);
  p_clReleaseMemObject(buffer);
  p_clReleaseProgram(program);
  p_clReleaseCommandQueue(queue);
  p_clReleaseContext(context);
  return 0;
}
