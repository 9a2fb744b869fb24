// Builds: errors and logs, options, many strings, headers on disk that go away, binaries.
#include <unistd.h>

#include "probe.h"

static void PrintLog(const Setup* setup, cl_program program) {
  size_t size = 0;
  clGetProgramBuildInfo(program, setup->device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
  char* log = calloc(1, size + 1);
  clGetProgramBuildInfo(program, setup->device, CL_PROGRAM_BUILD_LOG, size, log, NULL);
  printf("log of %zu bytes: %s\n", size, log);
  free(log);
}

int RunBuildError(void) {
  Setup setup = MakeSetup(0);
  const char* sources[] = {"kernel void k(global int* a) { a[0] = undefined_name; }\n",
                           "kernel void k(global int* a { a[0] = 1; }\n",
                           "#error on purpose\n", ""};
  for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); ++i) {
    cl_int error;
    cl_program program = clCreateProgramWithSource(setup.context, 1, &sources[i], NULL, &error);
    printf("create %d\n", error);
    if (program == NULL) continue;
    printf("build %d\n", clBuildProgram(program, 1, &setup.device, "", NULL, NULL));
    cl_build_status status = 0;
    clGetProgramBuildInfo(program, setup.device, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status,
                          NULL);
    printf("status %d\n", status);
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    printf("kernel %d %d\n", kernel != NULL, error);
    clReleaseProgram(program);
  }
  // The same program built again after a failure.
  const char* source = "kernel void k(global int* a) { a[get_global_id(0)] = VALUE; }\n";
  cl_int error;
  cl_program program = clCreateProgramWithSource(setup.context, 1, &source, NULL, &error);
  printf("build %d\n", clBuildProgram(program, 1, &setup.device, "", NULL, NULL));
  cl_mem buffer = MakeBuffer(&setup, 4 * sizeof(int), NULL);
  for (int value = 5; value < 7; ++value) {
    char options[32];
    snprintf(options, sizeof(options), "-D VALUE=%d", value);
    printf("build %d\n", clBuildProgram(program, 0, NULL, options, NULL, NULL));
    PrintLog(&setup, program);
    cl_kernel kernel = MakeKernel(program, "k");
    clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
    Launch1D(&setup, kernel, 4, 0);
    PrintInts(&setup, "values", buffer, 4);
    clReleaseKernel(kernel);
  }
  clReleaseProgram(program);
  clReleaseMemObject(buffer);
  DropSetup(&setup);
  return 0;
}

// Counted strings, options with quotes, and a header that is deleted once the program is built.
int RunOptions(void) {
  Setup setup = MakeSetup(0);
  char directory[] = "/tmp/lockstep-probe-XXXXXX";
  if (mkdtemp(directory) == NULL) return 2;
  char header[128], options[256];
  snprintf(header, sizeof(header), "%s/twice.h", directory);
  snprintf(options, sizeof(options), "-I %s -DPLUS=1000 -D FACTOR=2 -cl-std=CL1.2",
           directory);
  FILE* file = fopen(header, "w");
  fprintf(file, "int twice(int x) { return x * FACTOR + PLUS; }\n");
  fclose(file);
  const char* strings[] = {"#include \"twice.h\"\n", "kernel void k(global int* a) {JUNK",
                           "  a[get_global_id(0)] = twice(get_global_id(0));\n}\n"};
  const size_t lengths[] = {0, strlen(strings[1]) - 4, strlen(strings[2])};
  cl_int error;
  cl_program program = clCreateProgramWithSource(setup.context, 3, strings, lengths, &error);
  Check(error, "clCreateProgramWithSource");
  printf("build %d\n", clBuildProgram(program, 1, &setup.device, options, NULL, NULL));
  unlink(header);
  rmdir(directory);
  cl_mem buffer = MakeBuffer(&setup, 8 * sizeof(int), NULL);
  cl_kernel kernel = MakeKernel(program, "k");
  clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
  Launch1D(&setup, kernel, 8, 4);
  PrintInts(&setup, "twice", buffer, 8);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseMemObject(buffer);
  DropSetup(&setup);
  return 0;
}

// Takes the binary of a program and goes on with that, as applications with a cache do.
int RunBinaries(void) {
  Setup setup = MakeSetup(0);
  cl_program program = Build(&setup,
                             "kernel void k(global int* a) {\n"
                             "  a[get_global_id(0)] = ADD + get_global_id(0);\n"
                             "  if (get_global_id(0) == 1) a[0] = -1;\n"
                             "}\n",
                             "-DADD=10");
  cl_mem buffer = MakeBuffer(&setup, 4 * sizeof(int), NULL);
  size_t size = 0;
  Check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, NULL), "sizes");
  unsigned char* binary = malloc(size);
  Check(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binary), &binary, NULL), "binaries");
  clReleaseProgram(program);

  cl_int status, error;
  const unsigned char* given = binary;
  program = clCreateProgramWithBinary(setup.context, 1, &setup.device, &size, &given, &status,
                                      &error);
  printf("from binary %d %d\n", status, error);
  printf("build %d\n", clBuildProgram(program, 1, &setup.device, "", NULL, NULL));
  cl_kernel kernel = MakeKernel(program, "k");
  clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
  Launch1D(&setup, kernel, 4, 1);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  free(binary);
  clReleaseMemObject(buffer);
  DropSetup(&setup);
  return 0;
}
