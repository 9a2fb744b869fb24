/* An ordinary OpenCL program that launches the kernels of a test file as its `//launch:` lines say,
   then prints a hash and the first bytes of every buffer: run it with and without lockstep and
   compare. Of several files, each begins with a line `file PATH`; they share a context, in which
   PoCL reads its library of built-in functions once. RUN_KERNEL_REPEAT=N makes all launches N times, each time with arguments of their own.
   RUN_KERNEL_TIME=N makes the last launch N times more and prints `time_ms T`, the mean, on stderr;
   RUN_KERNEL_BINARY=FILE writes there what the driver made of the program. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/e2e/launch_spec.h"

/* One line on stderr, and the end. */
static void Fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("run_kernel: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(2);
}

#define CHECKED(call)                                                      \
  do {                                                                     \
    cl_int status_ = (call);                                               \
    if (status_ != CL_SUCCESS) Fail("%s returned %d", #call, status_);     \
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
  if (!file || fwrite(bytes, 1, size, file) != size) Fail("cannot write %s", path);
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

/* What the launches of one file have and use. */
typedef struct {
  cl_context context;
  cl_device_id device;
  cl_command_queue queue;
  TestSpec spec;
  int num_launches; /* repetitions counted */
  cl_kernel kernels[MAX_LAUNCHES];
  cl_mem buffers[MAX_LAUNCHES][MAX_ARGS];
  void *svm[MAX_LAUNCHES][MAX_ARGS];
  cl_sampler samplers[MAX_LAUNCHES][MAX_ARGS];
  void *svm_allocations[MAX_SVM];
  size_t num_svm;
} Run;

static LaunchSpec *LaunchOf(Run *run, int l) { return &run->spec.launches[l % run->spec.num_launches]; }

/* An SVM allocation with the contents of `arg`, registered in svm_allocations. */
static void *AllocateSvm(Run *run, const ArgSpec *arg) {
  cl_svm_mem_flags flags = CL_MEM_READ_WRITE;
  if (arg->fine) flags |= CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
  void *memory = clSVMAlloc(run->context, flags, arg->size, 0);
  if (!memory || run->num_svm == MAX_SVM) Fail("no SVM allocation of %zu bytes", arg->size);
  CHECKED(clEnqueueSVMMemcpy(run->queue, CL_TRUE, memory, arg->contents, arg->size, 0, NULL, NULL));
  run->svm_allocations[run->num_svm++] = memory;
  return memory;
}

/* The memory object or SVM memory of argument `a` of launch `l`, in run->buffers or run->svm. */
static void MakeMemory(Run *run, int l, int a) {
  LaunchSpec *launch = LaunchOf(run, l);
  ArgSpec *arg = &launch->args[a];
  cl_mem *buffer = &run->buffers[l][a];
  cl_int status = CL_SUCCESS;
  if (arg->kind == ARG_BUFFER) {
    cl_mem_flags how = arg->host_ptr ? CL_MEM_USE_HOST_PTR : CL_MEM_COPY_HOST_PTR;
    *buffer = clCreateBuffer(run->context, CL_MEM_READ_WRITE | how, arg->size, arg->contents, &status);
  } else if (arg->kind == ARG_SUB) {
    cl_buffer_region region = {arg->origin, arg->size};
    *buffer = clCreateSubBuffer(run->buffers[l][arg->other], CL_MEM_READ_WRITE,
                                CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
  } else if (arg->kind == ARG_OVER) {
    ArgSpec *under = &launch->args[arg->other];
    char *memory = under->kind == ARG_BUFFER && under->host_ptr ? under->contents : run->svm[l][arg->other];
    if (!memory) Fail("over: needs SVM or hostptr");
    *buffer = clCreateBuffer(run->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, arg->size,
                             memory + arg->origin, &status);
  } else if (arg->kind == ARG_SVM) {
    run->svm[l][a] = AllocateSvm(run, arg);
  } else if (arg->kind == ARG_IMAGE || arg->kind == ARG_VIEW) {
    *buffer = CreateImageArg(run->context, &arg->image, arg->contents,
                             arg->kind == ARG_VIEW ? run->buffers[l][arg->other] : NULL);
    if (!*buffer) exit(2);
  } else if (arg->kind == ARG_SAME || arg->kind == ARG_KEEP) {
    int from = arg->kind == ARG_SAME ? l : l - 1;
    *buffer = run->buffers[from][arg->other];
    if (*buffer) CHECKED(clRetainMemObject(*buffer));
    if (run->svm[from][arg->other]) run->svm[l][a] = (char *)run->svm[from][arg->other] + arg->origin;
  }
  CHECKED(status);
}

static void SetArgument(Run *run, int l, int a) {
  const ArgSpec *arg = &LaunchOf(run, l)->args[a];
  cl_kernel kernel = run->kernels[l];
  if (arg->kind == ARG_SAMPLER) {
    run->samplers[l][a] = CreateSamplerArg(run->context, &arg->sampler);
    if (!run->samplers[l][a]) exit(2);
    CHECKED(clSetKernelArg(kernel, a, sizeof(cl_sampler), &run->samplers[l][a]));
    return;
  }
  MakeMemory(run, l, a);
  if (arg->kind == ARG_LOCAL)
    CHECKED(clSetKernelArg(kernel, a, arg->size, NULL));
  else if (run->svm[l][a])
    CHECKED(clSetKernelArgSVMPointer(kernel, a, run->svm[l][a]));
  else if (arg->kind == ARG_SCALAR)
    CHECKED(clSetKernelArg(kernel, a, arg->size, arg->contents));
  else
    CHECKED(clSetKernelArg(kernel, a, sizeof(cl_mem), &run->buffers[l][a]));
}

static void Enqueue(Run *run, int l) {
  const LaunchSpec *launch = LaunchOf(run, l);
  CHECKED(clEnqueueNDRangeKernel(run->queue, run->kernels[l], launch->dims,
                                 launch->has_offset ? launch->offset : NULL, launch->global,
                                 launch->has_local ? launch->local : NULL, 0, NULL, NULL));
}

/* Prints what launch `l` left in its buffers, and lets go of all that it had. */
static void PrintAndRelease(Run *run, int l) {
  for (int a = 0; a < LaunchOf(run, l)->num_args; ++a) {
    if (run->samplers[l][a]) CHECKED(clReleaseSampler(run->samplers[l][a]));
    cl_mem buffer = run->buffers[l][a];
    if (!buffer) continue;
    size_t size = 0;
    unsigned char *bytes = ReadImageArg(run->queue, buffer, &size);
    if (!bytes) {
      CHECKED(clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof size, &size, NULL));
      bytes = malloc(size);
      CHECKED(clEnqueueReadBuffer(run->queue, buffer, CL_TRUE, 0, size, bytes, 0, NULL, NULL));
    }
    PrintBuffer(l, a, bytes, size);
    free(bytes);
    CHECKED(clReleaseMemObject(buffer));
  }
  CHECKED(clReleaseKernel(run->kernels[l]));
}

static int HasFeature(cl_device_id device, const char *name) {
  static cl_name_version features[256];
  size_t size = 0;
  if (clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_FEATURES, sizeof features, features, &size) != CL_SUCCESS) return 0;
  for (size_t i = 0; i < size / sizeof *features; ++i)
    if (strcmp(features[i].name, name) == 0) return 1;
  return 0;
}

/* OpenCL C 3.0 has by features what 2.0 had. A driver with these may not take 2.0 (PoCL 6), and one that takes it may
   not have them (PoCL 3.1). */
static void UseNewerLanguage(Run *run) {
  char *language = strstr(run->spec.build_options, "-cl-std=CL2.0");
  if (language && HasFeature(run->device, "__opencl_c_program_scope_global_variables") &&
      HasFeature(run->device, "__opencl_c_generic_address_space"))
    language[strlen("-cl-std=CL")] = '3';
}

static cl_program Build(Run *run, const char *source) {
  UseNewerLanguage(run);
  cl_int status;
  cl_program program = clCreateProgramWithSource(run->context, 1, &source, NULL, &status);
  CHECKED(status);
  /* What a run without lockstep needs and one under it finds on its own. */
  const char *more = getenv("RUN_KERNEL_OPTIONS");
  char *options = run->spec.build_options;
  const size_t used = strlen(options);
  if (more) snprintf(options + used, sizeof run->spec.build_options - used, " %s", more);
  if (clBuildProgram(program, 1, &run->device, options, NULL, NULL) != CL_SUCCESS) {
    static char log[65536];
    clGetProgramBuildInfo(program, run->device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    Fail("build failed:\n%s", log);
  }
  if (getenv("RUN_KERNEL_BINARY")) WriteBinary(program, getenv("RUN_KERNEL_BINARY"));
  return program;
}

/* The last launch, N times more, and how long each took. */
static void TimeLastLaunch(Run *run, int n) {
  const double start = Milliseconds();
  for (int i = 0; i < n; ++i) Enqueue(run, run->num_launches - 1);
  CHECKED(clFinish(run->queue));
  fprintf(stderr, "time_ms %g\n", (Milliseconds() - start) / n);
}

/* All of one file. */
static void RunFile(cl_context context, cl_device_id device, const char *path) {
  char *source = ReadFile(path);
  if (!source) Fail("cannot read %s", path);
  Run *run = calloc(1, sizeof *run);
  run->context = context;
  run->device = device;
  if (ParseTestSpec(source, &run->spec)) exit(2);
  cl_int status;
  run->queue = clCreateCommandQueue(context, device, 0, &status);
  CHECKED(status);
  cl_program program = Build(run, source);

  const char *repeat = getenv("RUN_KERNEL_REPEAT");
  run->num_launches = run->spec.num_launches * (repeat ? atoi(repeat) : 1);
  if (run->num_launches > MAX_LAUNCHES) Fail("too many launches");
  for (int l = 0; l < run->num_launches; ++l) {
    run->kernels[l] = clCreateKernel(program, LaunchOf(run, l)->kernel, &status);
    CHECKED(status);
    for (int a = 0; a < LaunchOf(run, l)->num_args; ++a) SetArgument(run, l, a);
    if (run->num_svm)
      CHECKED(clSetKernelExecInfo(run->kernels[l], CL_KERNEL_EXEC_INFO_SVM_PTRS,
                                  run->num_svm * sizeof(void *), run->svm_allocations));
    Enqueue(run, l);
  }
  CHECKED(clFinish(run->queue));
  if (getenv("RUN_KERNEL_TIME")) TimeLastLaunch(run, atoi(getenv("RUN_KERNEL_TIME")));

  for (int l = 0; l < run->num_launches; ++l) PrintAndRelease(run, l);
  for (size_t i = 0; i < run->num_svm; ++i) clSVMFree(context, run->svm_allocations[i]);
  CHECKED(clReleaseProgram(program));
  CHECKED(clReleaseCommandQueue(run->queue));
  FreeTestSpec(&run->spec);
  free(run);
  free(source);
}

int main(int argc, char **argv) {
  if (argc < 2) return fprintf(stderr, "usage: run_kernel FILE.cl...\n"), 2;
  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  CHECKED(clGetPlatformIDs(1, &platform, NULL));
  CHECKED(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  CHECKED(status);
  for (int i = 1; i < argc; ++i) {
    if (argc > 2) printf("file %s\n", argv[i]), fflush(stdout);
    RunFile(context, device, argv[i]);
  }
  CHECKED(clReleaseContext(context));
  return 0;
}
