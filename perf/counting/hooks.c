/* What lockstep adds to an application's calls, counted by callgrind (client requests); perf/instructions
 * runs it on the driver of tests/host/fake_driver, which does nothing in next to no instructions, alone
 * and under lockstep. Only the calling thread's instructions count. */
#define CL_TARGET_OPENCL_VERSION 200
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <valgrind/callgrind.h>

enum { kCalls = 256 };

#define COUNT(name, call)                      \
  do {                                         \
    CALLGRIND_TOGGLE_COLLECT;                  \
    for (int i = 0; i < kCalls; ++i) check(call); \
    CALLGRIND_TOGGLE_COLLECT;                  \
    CALLGRIND_DUMP_STATS_AT(name);             \
  } while (0)

static void check(cl_int status) {
  if (status == CL_SUCCESS) return;
  fprintf(stderr, "perf: a call failed with error %d\n", status);
  exit(2);
}

int main(void) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  check(clGetPlatformIDs(1, &platform, NULL));
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  check(status);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &status);
  check(status);
  const char *source = "kernel void k(global int* a, int n) { a[0] = n; }";
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
  check(status);
  check(clBuildProgram(program, 1, &device, "", NULL, NULL));
  cl_kernel kernel = clCreateKernel(program, "k", &status);
  check(status);
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, &status);
  check(status);
  const cl_int n = 1;
  const size_t items = 64;
  check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  check(clSetKernelArg(kernel, 1, sizeof n, &n));
  /* The first launch compiles. */
  check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL));
  check(clFinish(queue));
  usleep(200000); /* and what it left is taken up behind it */

  COUNT("clSetKernelArg, buffer", clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  COUNT("clEnqueueNDRangeKernel", clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL));
  COUNT("clFinish", clFinish(queue));
  return 0;
}
