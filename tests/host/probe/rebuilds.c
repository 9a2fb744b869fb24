// Programs built again, built for some devices, built and released by other threads, from code.
#include <pthread.h>

#include "probe.h"

static const char kSource[] =
    "kernel void k(global int* a) {\n"
    "#ifdef RACY\n"
    "  a[0] = get_group_id(0);\n"
    "#else\n"
    "  a[get_global_id(0)] = VALUE + get_global_id(0);\n"
    "#endif\n"
    "}\n";

static volatile int g_built = 0;

static void CL_CALLBACK Built(cl_program program, void* user) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  *(cl_kernel*)user = kernel;
  ++g_built;
}

static void Use(const Setup* setup, cl_kernel kernel, const char* what) {
  cl_mem buffer = MakeBuffer(setup, 16 * sizeof(int), NULL);
  clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
  Launch1D(setup, kernel, 16, 4);
  if (what != NULL) PrintInts(setup, what, buffer, 16);
  clReleaseMemObject(buffer);
}

// A kernel made in the callback is one of that build; a build with kernels alive is refused and
// changes nothing; once they are gone, it is another program.
static void RunTwice(const Setup* setup) {
  const char* source = kSource;
  cl_int error;
  cl_program program = clCreateProgramWithSource(setup->context, 1, &source, NULL, &error);
  cl_kernel kernel = NULL;
  printf("build %d\n", clBuildProgram(program, 0, NULL, "-DVALUE=100", Built, &kernel));
  printf("called %d kernel %d\n", g_built, kernel != NULL);
  if (kernel == NULL) kernel = MakeKernel(program, "k");
  printf("build %d\n", clBuildProgram(program, 1, &setup->device, "-DRACY", NULL, NULL));
  Use(setup, kernel, "first");
  clReleaseKernel(kernel);
  printf("build %d\n", clBuildProgram(program, 1, &setup->device, "-DRACY", NULL, NULL));
  kernel = MakeKernel(program, "k");
  Use(setup, kernel, NULL);
  clReleaseKernel(kernel);
  printf("build %d\n", clBuildProgram(program, 1, &setup->device, "-DBROKEN(", NULL, NULL));
  printf("build %d\n", clBuildProgram(program, 1, &setup->device, "-DVALUE=7 -cl-std=CL1.2", NULL,
                                      NULL));
  kernel = MakeKernel(program, "k");
  // The program is released before its kernel is used.
  clReleaseProgram(program);
  Use(setup, kernel, "last");
  clReleaseKernel(kernel);
}

static void RunStrings(const Setup* setup) {
  const char* strings[] = {"", "kernel void k(global int* a) ", "", "{ a[get_global_id(0)] = 3; }"};
  const size_t lengths[] = {0, 0, 0, strlen(strings[3])};
  for (int i = 0; i < 4; ++i) {
    const char* options[] = {"", "-cl-std=CL1.1", "-cl-std=CL1.2", "-cl-std=CL3.0"};
    cl_int error;
    cl_program program =
        clCreateProgramWithSource(setup->context, 4, strings, i % 2 ? lengths : NULL, &error);
    printf("strings %d", error);
    printf(" %d\n", clBuildProgram(program, 0, NULL, options[i], NULL, NULL));
    cl_kernel kernel = MakeKernel(program, "k");
    Use(setup, kernel, options[i]);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
  }
}

enum { kThreads = 4, kRounds = 5 };
static Setup g_setup;

static void* BuildAndLeave(void* number) {
  for (int i = 0; i < kRounds; ++i) {
    char options[64];
    snprintf(options, sizeof(options), "-DVALUE=%d", (int)(size_t)number);
    cl_program program = Build(&g_setup, kSource, options);
    cl_kernel kernel = MakeKernel(program, "k");
    cl_mem buffer = MakeBuffer(&g_setup, 16 * sizeof(int), NULL);
    clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
    const size_t global = 16;
    Check(clEnqueueNDRangeKernel(g_setup.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL),
          "enqueue");
    clReleaseProgram(program);  // while its kernel may still run
    clReleaseKernel(kernel);
    int first = -1;
    Check(clEnqueueReadBuffer(g_setup.queue, buffer, CL_TRUE, 0, sizeof(first), &first, 0, NULL,
                              NULL),
          "read");
    if (first != (int)(size_t)number) printf("value %d\n", first);
    clReleaseMemObject(buffer);
  }
  return NULL;
}

int RunRebuilds(void) {
  g_setup = MakeSetup(0);
  RunTwice(&g_setup);
  RunStrings(&g_setup);
  pthread_t threads[kThreads];
  for (size_t i = 0; i < kThreads; ++i) {
    pthread_create(&threads[i], NULL, BuildAndLeave, (void*)i);
  }
  for (size_t i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
  DropSetup(&g_setup);
  return 0;
}

// LOCKSTEP_PROBE_CODE names a file with bitcode for spir64 that has the kernels racy and fixed.
int RunCode(void) {
  Setup setup = MakeSetup(0);
  const char* path = getenv("LOCKSTEP_PROBE_CODE");
  FILE* file = path != NULL ? fopen(path, "rb") : NULL;
  if (file == NULL) return 2;
  unsigned char code[65536];
  const size_t size = fread(code, 1, sizeof(code), file);
  fclose(file);
  const unsigned char* given = code;
  cl_int status, error;
  cl_program program = clCreateProgramWithIL(setup.context, code, size, &error);
  printf("as intermediate language %d %d\n", program != NULL, error);
  program = clCreateProgramWithBinary(setup.context, 1, &setup.device, &size, &given, &status,
                                      &error);
  printf("as binary %d %d\n", status, error);
  if (program == NULL) return kLacking;
  printf("build %d\n", clBuildProgram(program, 1, &setup.device, "-x spir -spir-std=1.2", NULL,
                                      NULL));
  const char* names[] = {"racy", "fixed"};
  for (int i = 0; i < 2; ++i) {
    cl_kernel kernel = MakeKernel(program, names[i]);
    clSetKernelArg(kernel, 1, 4 * sizeof(int), NULL);
    Use(&setup, kernel, i == 1 ? names[i] : NULL);
    clReleaseKernel(kernel);
  }
  clReleaseProgram(program);
  DropSetup(&setup);
  return 0;
}
