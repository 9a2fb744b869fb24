// Everything an application can ask about its programs, kernels and contexts, before and after a
// launch.
#include <unistd.h>

#include "probe.h"
// Behind the version that probe.h asks for.
#include <CL/cl_icd.h>

static const char kSource[] =
    "__attribute__((reqd_work_group_size(8, 1, 1)))\n"
    "kernel void fixed(global int* out, local int* scratch, const int n) {\n"
    "  int l = get_local_id(0);\n"
    "  scratch[l] = n + l;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[get_global_id(0)] = scratch[7 - l];\n"
    "}\n"
    "kernel void free_size(global const float* restrict in, global float* out) {\n"
    "  local float tile[32];\n"
    "  tile[get_local_id(0)] = in[get_global_id(0)];\n"
    "  out[get_global_id(0)] = tile[get_local_id(0)];\n"
    "}\n";

static void PrintKernel(const Setup* setup, cl_kernel kernel) {
  char text[1024] = "";
  cl_uint number = 0;
  size_t size = 0, sizes[3] = {0, 0, 0};
  cl_ulong bytes = 0;
  clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof(text), text, NULL);
  printf("kernel %s", text);
  clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(number), &number, NULL);
  printf(" arguments %u", number);
  const cl_uint arguments = number;
  clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof(number), &number, NULL);
  printf(" references %u", number);
  clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, sizeof(text), text, NULL);
  printf(" attributes '%s'", text);
  cl_program program = NULL;
  clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof(program), &program, NULL);
  clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof(size), &size, NULL);
  printf(" of %zu\n", size);
  clGetKernelWorkGroupInfo(kernel, setup->device, CL_KERNEL_WORK_GROUP_SIZE, sizeof(size), &size,
                           NULL);
  printf("  group %zu", size);
  clGetKernelWorkGroupInfo(kernel, setup->device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof(sizes),
                           sizes, NULL);
  printf(" required %zu,%zu,%zu", sizes[0], sizes[1], sizes[2]);
  clGetKernelWorkGroupInfo(kernel, setup->device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof(bytes), &bytes,
                           NULL);
  printf(" local %llu", (unsigned long long)bytes);
  clGetKernelWorkGroupInfo(kernel, setup->device, CL_KERNEL_PRIVATE_MEM_SIZE, sizeof(bytes),
                           &bytes, NULL);
  printf(" private %llu\n", (unsigned long long)bytes);
  for (cl_uint i = 0; i <= arguments; ++i) {  // one too many on purpose
    text[0] = '\0';
    cl_int error = clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_NAME, sizeof(text), text, NULL);
    printf("  argument %u: %d %s", i, error, text);
    text[0] = '\0';
    clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_NAME, sizeof(text), text, NULL);
    printf(" %s\n", text);
  }
}

static cl_uint QueueReferences(const Setup* setup) {
  cl_uint references = 0;
  clGetCommandQueueInfo(setup->queue, CL_QUEUE_REFERENCE_COUNT, sizeof(references), &references,
                        NULL);
  return references;
}

// The driver lets go of a finished command's queue in a thread of its own, a moment after the command
// is complete, with or without the tool: waits for that, at most two seconds. It asks the driver by the
// handle's own table, which no layer sees: how often it asks is chance, and traces are compared.
static void AwaitQueueReferences(const Setup* setup, cl_uint expected) {
  const cl_icd_dispatch* driver = *(cl_icd_dispatch* const*)setup->queue;
  for (int i = 0; i < 2000; ++i) {
    cl_uint references = 0;
    driver->clGetCommandQueueInfo(setup->queue, CL_QUEUE_REFERENCE_COUNT, sizeof(references),
                                  &references, NULL);
    if (references <= expected) return;
    usleep(1000);
  }
}

static void PrintCounts(const Setup* setup, cl_program program, cl_mem buffer, const char* when) {
  cl_uint context = 0, of_program = 0, memory = 0;
  clGetContextInfo(setup->context, CL_CONTEXT_REFERENCE_COUNT, sizeof(context), &context, NULL);
  clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof(of_program), &of_program, NULL);
  clGetMemObjectInfo(buffer, CL_MEM_REFERENCE_COUNT, sizeof(memory), &memory, NULL);
  printf("%s: context %u program %u buffer %u queue %u\n", when, context, of_program, memory,
         QueueReferences(setup));
}

int RunQueries(void) {
  Setup setup = MakeSetup(0);
  cl_program program = Build(&setup, kSource, "-DUNUSED=1 -cl-kernel-arg-info");
  char text[4096] = "";
  cl_build_status status;
  size_t size = 0;
  clGetProgramBuildInfo(program, setup.device, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status,
                        NULL);
  printf("status %d\n", status);
  clGetProgramBuildInfo(program, setup.device, CL_PROGRAM_BUILD_OPTIONS, sizeof(text), text, NULL);
  printf("options '%s'\n", text);
  clGetProgramBuildInfo(program, setup.device, CL_PROGRAM_BUILD_LOG, sizeof(text), text, NULL);
  printf("log '%s'\n", text);
  clGetProgramInfo(program, CL_PROGRAM_SOURCE, sizeof(text), text, &size);
  printf("source of %zu bytes, same %d\n", size, strcmp(text, kSource) == 0);
  clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof(text), text, NULL);
  printf("kernels %s\n", text);

  cl_mem buffer = MakeBuffer(&setup, 64 * sizeof(int), NULL);
  PrintCounts(&setup, program, buffer, "before kernels");
  cl_kernel fixed = MakeKernel(program, "fixed"), free_size = MakeKernel(program, "free_size");
  PrintCounts(&setup, program, buffer, "before launch");
  const cl_uint queue_references = QueueReferences(&setup);
  const int n = 100;
  clSetKernelArg(fixed, 0, sizeof(buffer), &buffer);
  clSetKernelArg(fixed, 1, 8 * sizeof(int), NULL);
  clSetKernelArg(fixed, 2, sizeof(n), &n);
  Launch1D(&setup, fixed, 64, 8);
  PrintInts(&setup, "fixed", buffer, 64);
  AwaitQueueReferences(&setup, queue_references);
  PrintCounts(&setup, program, buffer, "after launch");
  PrintKernel(&setup, fixed);
  PrintKernel(&setup, free_size);
  clReleaseKernel(fixed);
  clReleaseKernel(free_size);
  PrintCounts(&setup, program, buffer, "after release");
  clReleaseProgram(program);
  clReleaseMemObject(buffer);
  DropSetup(&setup);
  return 0;
}

// Names that must be found however they are looked up.
int RunNames(void) {
  Setup setup = MakeSetup(0);
  const char* names[] = {"clEnqueueNDRangeKernel", "clCreateKernel", "clNoSuchFunction",
                         "clIcdGetPlatformIDsKHR", "clGetPlatformInfo"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    printf("%s %d %d\n", names[i], clGetExtensionFunctionAddress(names[i]) != NULL,
           clGetExtensionFunctionAddressForPlatform(setup.platform, names[i]) != NULL);
  }
  DropSetup(&setup);
  return 0;
}
