/* An ordinary OpenCL program that launches the kernels of one test file as its `//launch:` lines
   say, then prints a hash and the first bytes of every buffer: run it with and without lockstep and
   compare. RUN_KERNEL_REPEAT=N makes all launches N times, each time with arguments of their own.
   RUN_KERNEL_TIME=N makes the last launch N times more and prints `time_ms T`, the mean, on stderr;
   RUN_KERNEL_BINARY=FILE writes there what the driver made of the program. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/e2e/launch_spec.h"

#define CHECKED(call)                                                  \
  do {                                                                 \
    cl_int status_ = (call);                                           \
    if (status_ != CL_SUCCESS) {                                       \
      fprintf(stderr, "run_kernel: %s returned %d\n", #call, status_); \
      exit(2);                                                         \
    }                                                                  \
  } while (0)

static char *ReadFile(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  size_t size = 0;
  char *text = calloc(1, 1 << 20);
  size = fread(text, 1, (1 << 20) - 1, file);
  text[size] = 0;
  fclose(file);
  return text;
}

enum { MAX_SVM = 32 };
static void *svm_allocations[MAX_SVM];
static size_t num_svm;

/* An SVM allocation with the contents of `arg`, registered in svm_allocations. */
static void *AllocateSvm(cl_context context, cl_command_queue queue, const ArgSpec *arg) {
  cl_svm_mem_flags flags = CL_MEM_READ_WRITE;
  if (arg->fine) flags |= CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
  void *memory = clSVMAlloc(context, flags, arg->size, 0);
  if (!memory || num_svm == MAX_SVM) {
    fprintf(stderr, "run_kernel: no SVM allocation of %zu bytes\n", arg->size);
    exit(2);
  }
  CHECKED(clEnqueueSVMMemcpy(queue, CL_TRUE, memory, arg->contents, arg->size, 0, NULL, NULL));
  svm_allocations[num_svm++] = memory;
  return memory;
}

static double Milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void WriteBinary(cl_program program, const char *path) {
  size_t size = 0;
  CHECKED(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
  unsigned char *bytes = malloc(size ? size : 1);
  CHECKED(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL));
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(bytes, 1, size, file) != size) {
    fprintf(stderr, "run_kernel: cannot write %s\n", path);
    exit(2);
  }
  fclose(file);
  free(bytes);
}

static void PrintBuffer(int launch, int arg, const unsigned char *bytes, size_t size) {
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
  printf("launch %d arg %d: %zu bytes, hash %016lx, begins", launch, arg, size, hash);
  for (size_t i = 0; i < size && i < 32; ++i) printf(" %02x", bytes[i]);
  printf("\n");
}

int main(int argc, char **argv) {
  char *source = argc == 2 ? ReadFile(argv[1]) : NULL;
  if (!source) return fprintf(stderr, "usage: run_kernel FILE.cl\n"), 2;
  static TestSpec spec;
  if (ParseTestSpec(source, &spec)) return 2;

  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  CHECKED(clGetPlatformIDs(1, &platform, NULL));
  CHECKED(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  CHECKED(status);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  CHECKED(status);
  cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &status);
  CHECKED(status);
  // What a run without lockstep needs and one under it finds on its own.
  const char* more = getenv("RUN_KERNEL_OPTIONS");
  if (more != NULL) {
    const size_t used = strlen(spec.build_options);
    snprintf(spec.build_options + used, sizeof spec.build_options - used, " %s", more);
  }
  if (clBuildProgram(program, 1, &device, spec.build_options, NULL, NULL) != CL_SUCCESS) {
    static char log[65536];
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    return fprintf(stderr, "run_kernel: build failed:\n%s\n", log), 2;
  }

  if (getenv("RUN_KERNEL_BINARY")) WriteBinary(program, getenv("RUN_KERNEL_BINARY"));

  static cl_mem buffers[MAX_LAUNCHES][MAX_ARGS];
  static void *svm[MAX_LAUNCHES][MAX_ARGS];
  static cl_sampler samplers[MAX_LAUNCHES][MAX_ARGS];
  cl_sampler sampler;
  cl_kernel kernels[MAX_LAUNCHES];
  const char *repeat = getenv("RUN_KERNEL_REPEAT");
  const int num_launches = spec.num_launches * (repeat ? atoi(repeat) : 1);
  if (num_launches > MAX_LAUNCHES) return fprintf(stderr, "run_kernel: too many launches\n"), 2;
  for (int l = 0; l < num_launches; ++l) {
    LaunchSpec *launch = &spec.launches[l % spec.num_launches];
    kernels[l] = clCreateKernel(program, launch->kernel, &status);
    CHECKED(status);
    for (int a = 0; a < launch->num_args; ++a) {
      ArgSpec *arg = &launch->args[a];
      if (arg->kind == ARG_BUFFER) {
        cl_mem_flags how = arg->host_ptr ? CL_MEM_USE_HOST_PTR : CL_MEM_COPY_HOST_PTR;
        buffers[l][a] = clCreateBuffer(context, CL_MEM_READ_WRITE | how, arg->size, arg->contents,
                                       &status);
        CHECKED(status);
      } else if (arg->kind == ARG_SUB) {
        cl_buffer_region region = {arg->origin, arg->size};
        buffers[l][a] = clCreateSubBuffer(buffers[l][arg->other], CL_MEM_READ_WRITE,
                                          CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
        CHECKED(status);
      } else if (arg->kind == ARG_OVER) {
        ArgSpec *under = &launch->args[arg->other];
        char *memory = under->kind == ARG_BUFFER && under->host_ptr ? under->contents
                                                                    : svm[l][arg->other];
        if (!memory) return fprintf(stderr, "run_kernel: over: needs SVM or hostptr\n"), 2;
        buffers[l][a] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, arg->size,
                                       memory + arg->origin, &status);
        CHECKED(status);
      } else if (arg->kind == ARG_SVM) {
        svm[l][a] = AllocateSvm(context, queue, arg);
      } else if (arg->kind == ARG_IMAGE || arg->kind == ARG_VIEW) {
        buffers[l][a] = CreateImageArg(context, &arg->image, arg->contents,
                                       arg->kind == ARG_VIEW ? buffers[l][arg->other] : NULL);
        if (!buffers[l][a]) return 2;
      } else if (arg->kind == ARG_SAMPLER) {
        sampler = CreateSamplerArg(context, &arg->sampler);
        if (!sampler) return 2;
        CHECKED(clSetKernelArg(kernels[l], a, sizeof sampler, &sampler));
        samplers[l][a] = sampler;
        continue;
      } else if (arg->kind == ARG_SAME || arg->kind == ARG_KEEP) {
        int from = arg->kind == ARG_SAME ? l : l - 1;
        buffers[l][a] = buffers[from][arg->other];
        if (buffers[l][a]) CHECKED(clRetainMemObject(buffers[l][a]));
        if (svm[from][arg->other]) svm[l][a] = (char *)svm[from][arg->other] + arg->origin;
      }
      if (arg->kind == ARG_LOCAL)
        CHECKED(clSetKernelArg(kernels[l], a, arg->size, NULL));
      else if (svm[l][a])
        CHECKED(clSetKernelArgSVMPointer(kernels[l], a, svm[l][a]));
      else if (arg->kind == ARG_SCALAR)
        CHECKED(clSetKernelArg(kernels[l], a, arg->size, arg->contents));
      else
        CHECKED(clSetKernelArg(kernels[l], a, sizeof(cl_mem), &buffers[l][a]));
    }
    if (num_svm)
      CHECKED(clSetKernelExecInfo(kernels[l], CL_KERNEL_EXEC_INFO_SVM_PTRS,
                                  num_svm * sizeof(void *), svm_allocations));
    CHECKED(clEnqueueNDRangeKernel(queue, kernels[l], launch->dims,
                                   launch->has_offset ? launch->offset : NULL, launch->global,
                                   launch->has_local ? launch->local : NULL, 0, NULL, NULL));
  }
  CHECKED(clFinish(queue));

  const int timed = getenv("RUN_KERNEL_TIME") ? atoi(getenv("RUN_KERNEL_TIME")) : 0;
  if (timed > 0) {
    const LaunchSpec *last = &spec.launches[(num_launches - 1) % spec.num_launches];
    const double start = Milliseconds();
    for (int i = 0; i < timed; ++i)
      CHECKED(clEnqueueNDRangeKernel(queue, kernels[num_launches - 1], last->dims,
                                     last->has_offset ? last->offset : NULL, last->global,
                                     last->has_local ? last->local : NULL, 0, NULL, NULL));
    CHECKED(clFinish(queue));
    fprintf(stderr, "time_ms %g\n", (Milliseconds() - start) / timed);
  }

  for (int l = 0; l < num_launches; ++l) {
    for (int a = 0; a < spec.launches[l % spec.num_launches].num_args; ++a) {
      if (samplers[l][a]) CHECKED(clReleaseSampler(samplers[l][a]));
      if (!buffers[l][a]) continue;
      size_t size = 0;
      unsigned char *bytes = ReadImageArg(queue, buffers[l][a], &size);
      if (!bytes) {
        CHECKED(clGetMemObjectInfo(buffers[l][a], CL_MEM_SIZE, sizeof size, &size, NULL));
        bytes = malloc(size);
        CHECKED(clEnqueueReadBuffer(queue, buffers[l][a], CL_TRUE, 0, size, bytes, 0, NULL, NULL));
      }
      PrintBuffer(l, a, bytes, size);
      free(bytes);
      CHECKED(clReleaseMemObject(buffers[l][a]));
    }
    CHECKED(clReleaseKernel(kernels[l]));
  }
  for (size_t i = 0; i < num_svm; ++i) clSVMFree(context, svm_allocations[i]);
  CHECKED(clReleaseProgram(program));
  CHECKED(clReleaseCommandQueue(queue));
  CHECKED(clReleaseContext(context));
  FreeTestSpec(&spec);
  free(source);
  return 0;
}
