/* Eight host threads: some share a context and a program, each has its own kernel, queue and
   buffer; one kernel object is shared by all and set and enqueued under a lock. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/clients/client_kernels.h"

enum { kThreads = 8, kRounds = 25, kItems = 256 };

static cl_device_id device;
static cl_context context;
static cl_program program;
static cl_kernel shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

typedef struct {
  int number, sum, errors;
} Thread;

static void *Work(void *arg) {
  Thread *self = arg;
  int data[kItems];
  for (int i = 0; i < kItems; ++i) data[i] = i + self->number;
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
  cl_mem buffer =
      clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof data, data, NULL);
  cl_kernel own = clCreateKernel(program, "clean", NULL);
  size_t global = kItems, local = 16;
  for (int round = 0; round < kRounds; ++round) {
    self->errors += clSetKernelArg(own, 0, sizeof buffer, &buffer) != CL_SUCCESS;
    self->errors +=
        clEnqueueNDRangeKernel(queue, own, 1, NULL, &global, &local, 0, NULL, NULL) != CL_SUCCESS;
    pthread_mutex_lock(&lock);
    self->errors += clSetKernelArg(shared, 0, sizeof buffer, &buffer) != CL_SUCCESS;
    self->errors += clEnqueueNDRangeKernel(queue, shared, 1, NULL, &global, &local, 0, NULL,
                                           NULL) != CL_SUCCESS;
    pthread_mutex_unlock(&lock);
    if (round % 8 == 7) clFinish(queue);
  }
  clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
  for (int i = 0; i < kItems; ++i) self->sum = (int)((unsigned)self->sum * 31u + (unsigned)data[i]);
  clReleaseKernel(own);
  clReleaseMemObject(buffer);
  clReleaseCommandQueue(queue);
  return NULL;
}

int main(void) {
  cl_platform_id platform;
  if (clGetPlatformIDs(1, &platform, NULL) ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
    return 1;
  context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  const char *source = kClientSource;
  program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
  if (clBuildProgram(program, 1, &device, "", NULL, NULL)) return 1;
  shared = clCreateKernel(program, "clean", NULL);

  pthread_t ids[kThreads];
  Thread threads[kThreads] = {{0}};
  for (int t = 0; t < kThreads; ++t) {
    threads[t].number = t;
    pthread_create(&ids[t], NULL, Work, &threads[t]);
  }
  for (int t = 0; t < kThreads; ++t) {
    pthread_join(ids[t], NULL);
    printf("thread %d: %d errors, sum %08x\n", t, threads[t].errors, (unsigned)threads[t].sum);
  }
  clReleaseKernel(shared);
  clReleaseProgram(program);
  clReleaseContext(context);
  return 0;
}
