// Programs that are put together: compiled with headers, linked with libraries, objects that went
// through binaries, callbacks.
#include "probe.h"

static const char kHeader[] = "#define PUT(a, i, v) put((a) + (i), (v))\n"
                              "void put(global int* at, int value);\n";
static const char kKernels[] =
    "#include \"deep/put.h\"\n"
    "kernel void racy(global int* a) {\n"
    "  PUT(a, 0, (int)get_group_id(0) + ADD);\n"
    "}\n"
    "kernel void fixed(global int* a) {\n"
    "  PUT(a, get_global_id(0), (int)get_global_id(0) + ADD);\n"
    "}\n";
static const char kLibrary[] = "void put(global int* at, int value) {\n"
                               "  *at = value;\n"
                               "}\n";

static void CL_CALLBACK Count(cl_program program, void* counter) {
  ++*(int*)counter;
  // What a callback may rely on: the program's state is there.
  cl_uint devices = 0;
  clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof(devices), &devices, NULL);
  if (devices == 0) printf("a program without devices\n");
}

static cl_program Source(const Setup* setup, const char* text) {
  cl_int error;
  cl_program program = clCreateProgramWithSource(setup->context, 1, &text, NULL, &error);
  Check(error, "clCreateProgramWithSource");
  return program;
}

static void PrintType(const Setup* setup, const char* what, cl_program program) {
  cl_program_binary_type type = 99;
  cl_build_status status = 99;
  clGetProgramBuildInfo(program, setup->device, CL_PROGRAM_BINARY_TYPE, sizeof(type), &type, NULL);
  clGetProgramBuildInfo(program, setup->device, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status,
                        NULL);
  printf("%s: type %u status %d\n", what, type, status);
}

// The program as an application finds it again in its cache.
static cl_program ThroughBinary(const Setup* setup, cl_program program) {
  size_t size = 0;
  Check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, NULL), "sizes");
  unsigned char* binary = malloc(size);
  Check(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binary), &binary, NULL), "binaries");
  cl_int status, error;
  const unsigned char* given = binary;
  cl_program back = clCreateProgramWithBinary(setup->context, 1, &setup->device, &size, &given,
                                              &status, &error);
  printf("back %d %d\n", status, error);
  free(binary);
  return back;
}

static void Run(const Setup* setup, cl_program program) {
  cl_mem buffer = MakeBuffer(setup, 64 * sizeof(int), NULL);
  cl_kernel kernel = MakeKernel(program, "racy");
  clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
  Launch1D(setup, kernel, 64, 16);
  clReleaseKernel(kernel);
  kernel = MakeKernel(program, "fixed");
  clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
  Launch1D(setup, kernel, 64, 16);
  PrintInts(setup, "fixed", buffer, 64);
  clReleaseKernel(kernel);
  clReleaseMemObject(buffer);
}

static cl_program Link(const Setup* setup, const char* options, cl_uint count,
                       const cl_program* parts, int* calls) {
  cl_int error = 0;
  cl_program program = clLinkProgram(setup->context, 1, &setup->device, options, count, parts,
                                     calls != NULL ? Count : NULL, calls, &error);
  printf("link %d %d\n", program != NULL, error);
  return program;
}

int RunLinking(void) {
  Setup setup = MakeSetup(0);
  cl_program header = Source(&setup, kHeader);
  cl_program kernels = Source(&setup, kKernels);
  cl_program functions = Source(&setup, kLibrary);
  const char* name = "deep/put.h";
  int calls = 0;
  printf("compile %d\n", clCompileProgram(kernels, 1, &setup.device, "-DADD=5", 1, &header, &name,
                                          Count, &calls));
  printf("compile %d\n", clCompileProgram(functions, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
  PrintType(&setup, "kernels", kernels);
  PrintType(&setup, "functions", functions);
  cl_program library = Link(&setup, "-create-library", 1, &functions, NULL);
  PrintType(&setup, "library", library);
  clReleaseProgram(functions);
  clReleaseProgram(header);

  cl_program parts[] = {kernels, library};
  cl_program whole = Link(&setup, NULL, 2, parts, &calls);
  PrintType(&setup, "whole", whole);
  Run(&setup, whole);

  // The whole through a binary.
  cl_program again = ThroughBinary(&setup, whole);
  printf("build %d\n", clBuildProgram(again, 0, NULL, "", Count, &calls));
  Run(&setup, again);

  // Compiled anew, with another value.
  printf("compile %d\n", clCompileProgram(kernels, 0, NULL, "-DADD=", 0, NULL, NULL, NULL, NULL));
  PrintType(&setup, "kernels", kernels);
  printf("callbacks %d\n", calls);
  clReleaseProgram(again);
  clReleaseProgram(whole);
  clReleaseProgram(library);
  clReleaseProgram(kernels);
  DropSetup(&setup);
  return 0;
}
