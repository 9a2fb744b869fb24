/* Runs the work-stealing queue of work_stealing.cl and says whether every task was done once. Options are
   handed to the kernel's compiler.

     build/bin/examples/work_stealing                                        without lockstep
     build/bin/lockstep run -- build/bin/examples/work_stealing -DPLAIN_TAIL

   Without lockstep the kernel needs -I `lockstep --include-dir`, which is built in here. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kGroups = 8, kCapacity = 64, kTasks = 32, kLeft = 16 };

static void Check(cl_int status, const char *what) {
  if (status == CL_SUCCESS) return;
  fprintf(stderr, "work_stealing: %s failed with %d\n", what, status);
  exit(1);
}

static cl_mem Zeros(cl_context context, size_t count) {
  cl_int status;
  int *zeros = calloc(count, sizeof(int));
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                 count * sizeof(int), zeros, &status);
  Check(status, "clCreateBuffer");
  free(zeros);
  return buffer;
}

static cl_program Build(cl_context context, cl_device_id device, const char *options) {
  char text[32768] = {0};
  const char *source = text;
  FILE *file = fopen(WORK_STEALING_CL, "rb");
  if (!file || fread(text, 1, sizeof text - 1, file) == 0) {
    fprintf(stderr, "work_stealing: cannot read %s\n", WORK_STEALING_CL);
    exit(1);
  }
  fclose(file);
  cl_int status;
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
  Check(status, "clCreateProgramWithSource");
  if (clBuildProgram(program, 1, &device, options, NULL, NULL) != CL_SUCCESS) {
    char log[8192] = {0};
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    fprintf(stderr, "work_stealing: %s\n", log);
    exit(1);
  }
  return program;
}

int main(int argc, char **argv) {
  char options[1024] = "-cl-std=CL3.0 -I " INCLUDE_DIR;
  for (int i = 1; i < argc; ++i) {
    strncat(options, " ", sizeof options - strlen(options) - 1);
    strncat(options, argv[i], sizeof options - strlen(options) - 1);
  }
  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  Check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  Check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  Check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  Check(status, "clCreateCommandQueue");
  cl_program program = Build(context, device, options);
  cl_kernel kernel = clCreateKernel(program, "work", &status);
  Check(status, "clCreateKernel");

  cl_mem buffers[] = {Zeros(context, kGroups), Zeros(context, kGroups),
                      Zeros(context, kGroups * kCapacity), Zeros(context, kTasks),
                      Zeros(context, kTasks)};
  for (cl_uint i = 0; i < 5; ++i)
    Check(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]), "clSetKernelArg");
  int tasks = kTasks, left = kLeft, done[kTasks];
  Check(clSetKernelArg(kernel, 5, sizeof tasks, &tasks), "clSetKernelArg");
  Check(clSetKernelArg(kernel, 6, sizeof left, &left), "clSetKernelArg");
  size_t global = kGroups, local = 1;
  Check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL),
        "clEnqueueNDRangeKernel");
  Check(clEnqueueReadBuffer(queue, buffers[4], CL_TRUE, 0, sizeof done, done, 0, NULL, NULL),
        "clEnqueueReadBuffer");

  int wrong = 0, open = 0;
  for (int i = 0; i < kTasks; ++i) {
    open += done[i] == 0;
    wrong += done[i] != 0 && done[i] != i + 1;
  }
  printf("%d tasks: %d done, %d left in the queue, %d done wrongly or twice\n", kTasks,
         kTasks - open - wrong, open, wrong);
  for (int i = 0; i < 5; ++i) clReleaseMemObject(buffers[i]);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return wrong != 0;
}
