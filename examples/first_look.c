/* An ordinary OpenCL program to look at with lockstep: runs the kernels of first_look.cl, or those
   named on the command line, and prints whether each result is what a sequential loop computes.

     build/bin/examples/first_look                         all six, without lockstep
     build/bin/lockstep run -- build/bin/examples/first_look reverse_racy reverse */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kItems = 64, kGroup = 16, kCount = 56 /* elements of `smooth`: not a multiple of kGroup */ };

static void Check(cl_int status, const char *what) {
  if (status == CL_SUCCESS) return;
  fprintf(stderr, "first_look: %s failed with %d\n", what, status);
  exit(1);
}

static char *ReadSource(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    fprintf(stderr, "first_look: cannot read %s\n", path);
    exit(1);
  }
  char *text = calloc(1, 65536);
  if (fread(text, 1, 65535, file) == 0) exit(1);
  fclose(file);
  return text;
}

/* What a sequential program would compute for input i, the same for a bug and its repaired twin. */
static int Wanted(const char *kernel, int i) {
  if (strncmp(kernel, "sum_neighbours", 14) == 0) return i + (i + 1);
  if (strncmp(kernel, "reverse", 7) == 0) return i / kGroup * kGroup + (kGroup - 1 - i % kGroup);
  if (i >= kCount) return 0;
  return i + (i % kGroup > 0 ? i - 1 : 0);
}

static void RunKernel(cl_context context, cl_command_queue queue, cl_program program,
                      const char *name) {
  cl_int status;
  int input[kItems + 1], output[kItems + 1] = {0};
  for (int i = 0; i <= kItems; ++i) input[i] = i;
  cl_mem in = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof input, input,
                             &status);
  Check(status, "clCreateBuffer");
  cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof output,
                              output, &status);
  Check(status, "clCreateBuffer");
  cl_kernel kernel = clCreateKernel(program, name, &status);
  Check(status, "clCreateKernel");

  /* The in-place kernels take one buffer, the others two; see first_look.cl. */
  int two_buffers = strcmp(name, "sum_neighbours") == 0 || strncmp(name, "smooth", 6) == 0;
  cl_int count = kCount;
  Check(clSetKernelArg(kernel, 0, sizeof in, &in), "clSetKernelArg");
  if (two_buffers) Check(clSetKernelArg(kernel, 1, sizeof out, &out), "clSetKernelArg");
  if (strncmp(name, "reverse", 7) == 0)
    Check(clSetKernelArg(kernel, 1, kGroup * sizeof(int), NULL), "clSetKernelArg");
  if (strncmp(name, "smooth", 6) == 0)
    Check(clSetKernelArg(kernel, 2, sizeof count, &count), "clSetKernelArg");

  size_t global = kItems, local = kGroup;
  Check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL),
        "clEnqueueNDRangeKernel");
  Check(clEnqueueReadBuffer(queue, two_buffers ? out : in, CL_TRUE, 0, sizeof output, output, 0,
                            NULL, NULL),
        "clEnqueueReadBuffer");

  int wrong = 0;
  for (int i = 0; i < kItems; ++i) wrong += output[i] != Wanted(name, i);
  if (wrong == 0)
    printf("%-22s the result looks right\n", name);
  else
    printf("%-22s %d of %d elements are wrong\n", name, wrong, kItems);
  clReleaseKernel(kernel);
  clReleaseMemObject(out);
  clReleaseMemObject(in);
}

int main(int argc, char **argv) {
  const char *all[] = {"sum_neighbours_racy", "sum_neighbours", "reverse_racy", "reverse",
                       "smooth_divergent",    "smooth"};
  setvbuf(stdout, NULL, _IOLBF, 0); /* each line at once, before the report that comes at the end */
  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  Check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  Check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  Check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  Check(status, "clCreateCommandQueue");

  char *source = ReadSource(FIRST_LOOK_CL);
  cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &status);
  Check(status, "clCreateProgramWithSource");
  if (clBuildProgram(program, 1, &device, "", NULL, NULL) != CL_SUCCESS) {
    char log[8192] = "";
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    fprintf(stderr, "first_look: the kernels do not build:\n%s\n", log);
    return 1;
  }
  if (argc > 1)
    for (int i = 1; i < argc; ++i) RunKernel(context, queue, program, argv[i]);
  else
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i)
      RunKernel(context, queue, program, all[i]);

  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  free(source);
  return 0;
}
