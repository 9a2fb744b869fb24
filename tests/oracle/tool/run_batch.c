/* An ordinary OpenCL program that runs many kernels of one file once each and writes what their
   buffers hold afterwards.

   run_batch FILE.cl LAUNCHES RESULTS
   LAUNCHES holds one line for each launch: kernel, groups, work-items per group, in rows of how many (0: in one row),
   number of buffers, then for each buffer its length and its values, all ints. RESULTS gets the kernel and all values.
   RUN_BATCH_OPTIONS are further build options. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { kMaxBuffers = 8, kMaxLength = 64 };

#define CHECKED(call)                                                    \
  do {                                                                   \
    cl_int status_ = (call);                                             \
    if (status_ != CL_SUCCESS) {                                         \
      fprintf(stderr, "run_batch: %s returned %d\n", #call, status_);    \
      exit(2);                                                           \
    }                                                                    \
  } while (0)

static char *ReadFile(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  const size_t size = (size_t)ftell(file);
  rewind(file);
  char *text = calloc(1, size + 1);
  if (fread(text, 1, size, file) != size) text[0] = 0;
  fclose(file);
  return text;
}

static cl_program Build(cl_context context, cl_device_id device, const char *source) {
  cl_int status;
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
  CHECKED(status);
  const char *more = getenv("RUN_BATCH_OPTIONS");
  char options[4096];
  snprintf(options, sizeof options, "-w -cl-opt-disable %s", more ? more : "");
  if (clBuildProgram(program, 1, &device, options, NULL, NULL) != CL_SUCCESS) {
    static char log[65536];
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    fprintf(stderr, "run_batch: build failed:\n%s\n", log);
    exit(2);
  }
  return program;
}

int main(int argc, char **argv) {
  char *source = argc == 4 ? ReadFile(argv[1]) : NULL;
  FILE *launches = argc == 4 ? fopen(argv[2], "r") : NULL;
  FILE *results = argc == 4 ? fopen(argv[3], "w") : NULL;
  if (!source || !launches || !results) {
    fprintf(stderr, "usage: run_batch FILE.cl LAUNCHES RESULTS\n");
    return 2;
  }
  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  CHECKED(clGetPlatformIDs(1, &platform, NULL));
  CHECKED(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  CHECKED(status);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  CHECKED(status);
  cl_program program = Build(context, device, source);

  char name[64];
  int groups, threads, row, buffers;
  while (fscanf(launches, "%63s %d %d %d %d", name, &groups, &threads, &row, &buffers) == 5) {
    cl_mem memory[kMaxBuffers];
    int lengths[kMaxBuffers], values[kMaxLength];
    cl_kernel kernel = clCreateKernel(program, name, &status);
    CHECKED(status);
    if (buffers > kMaxBuffers) return 2;
    for (int b = 0; b < buffers; ++b) {
      if (fscanf(launches, "%d", &lengths[b]) != 1 || lengths[b] > kMaxLength) return 2;
      for (int i = 0; i < lengths[b]; ++i) {
        if (fscanf(launches, "%d", &values[i]) != 1) return 2;
      }
      memory[b] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                 sizeof(int) * (size_t)lengths[b], values, &status);
      CHECKED(status);
      CHECKED(clSetKernelArg(kernel, (cl_uint)b, sizeof(cl_mem), &memory[b]));
    }
    if (row == 0) row = threads;
    const size_t local[] = {(size_t)row, (size_t)(threads / row)};
    const size_t global[] = {local[0] * (size_t)groups, local[1]};
    CHECKED(clEnqueueNDRangeKernel(queue, kernel, local[1] == 1 ? 1 : 2, NULL, global, local, 0, NULL, NULL));
    CHECKED(clFinish(queue));
    fprintf(results, "%s", name);
    for (int b = 0; b < buffers; ++b) {
      CHECKED(clEnqueueReadBuffer(queue, memory[b], CL_TRUE, 0, sizeof(int) * (size_t)lengths[b],
                                  values, 0, NULL, NULL));
      for (int i = 0; i < lengths[b]; ++i) fprintf(results, " %d", values[i]);
      CHECKED(clReleaseMemObject(memory[b]));
    }
    fprintf(results, "\n");
    fflush(results);
    CHECKED(clReleaseKernel(kernel));
  }
  CHECKED(clReleaseProgram(program));
  CHECKED(clReleaseCommandQueue(queue));
  CHECKED(clReleaseContext(context));
  return fclose(results) == 0 ? 0 : 2;
}
