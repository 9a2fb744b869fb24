// probe SCENARIO: a small OpenCL application for comparing runs with and without lockstep.
#include "probe.h"

static const struct {
  const char* name;
  int (*run)(void);
} kScenarios[] = {
    {"queries", RunQueries}, {"build-error", RunBuildError},
    {"arguments", RunArguments}, {"lifetimes", RunLifetimes},
    {"events", RunEvents}, {"threads", RunThreads},
    {"local-sizes", RunLocalSizes}, {"errors", RunErrors},
    {"races", RunRaces}, {"leave", RunLeave},
    {"many", RunMany}, {"memory", RunMemory},
    {"options", RunOptions}, {"names", RunNames},
    {"release-early", RunReleaseEarly}, {"binaries", RunBinaries},
    {"devices", RunDevices}, {"linking", RunLinking},
    {"device-parts", RunDeviceParts}, {"image-on-part", RunImageOnPart},
    {"binary-on-part", RunBinaryOnPart},
    {"ending-threads", RunEndingThreads},
    {"parts", RunDevices}, {"basic", RunMany},
    {"exit-thread", RunExitThread}, {"exit-handler", RunExitHandler}, {"children", RunChildren}, {"no-keeper", RunNoKeeper}, {"pending", RunPending}, {"timer", RunTimer},
    {"device-variables", RunDeviceVariables},
    {"exec", RunExec}, {"fork", RunFork},
    {"forked-launch", RunForkedLaunch}, {"forked-end", RunForkedEnd},
    {"memory-objects", RunMemoryObjects}, {"long", RunLong},
    {"contexts", RunContexts},
    {"programs", RunPrograms},
    {"unchecked", RunUnchecked}, {"command-buffers", RunCommandBuffers},
    {"recorded-arguments", RunRecordedArguments}, {"foreign-commands", RunForeignCommands},
    {"remapped-commands", RunRemappedCommands}, {"foreign-pointers", RunForeignPointers}, {"rebuilds", RunRebuilds},
    {"code", RunCode},
    {"collective", RunCollective},
    {"foreign-svm", RunForeignSvm}, {"failed-launch", RunFailedLaunch},
    {"small-stacks", RunSmallStacks},
};

void Check(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return;
  printf("%s: error %d\n", what, error);
  exit(2);
}

Setup MakeSetup(cl_command_queue_properties properties) {
  Setup setup;
  cl_platform_id platforms[16];
  cl_uint count = 0;
  cl_int error;
  memset(&setup, 0, sizeof(setup));
  Check(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
  for (cl_uint i = 0; i < count; ++i) {
    char name[256] = "";
    clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof(name), name, NULL);
    if (strstr(name, "Portable Computing Language") == NULL) continue;
    setup.platform = platforms[i];
  }
  if (setup.platform == NULL) {
    printf("no PoCL platform\n");
    exit(2);
  }
  Check(clGetDeviceIDs(setup.platform, CL_DEVICE_TYPE_CPU, 1, &setup.device, NULL), "device");
  setup.context = clCreateContext(NULL, 1, &setup.device, NULL, NULL, &error);
  Check(error, "clCreateContext");
  cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
  setup.queue = clCreateCommandQueueWithProperties(setup.context, setup.device, list, &error);
  Check(error, "clCreateCommandQueueWithProperties");
  return setup;
}

void DropSetup(Setup* setup) {
  Check(clReleaseCommandQueue(setup->queue), "clReleaseCommandQueue");
  Check(clReleaseContext(setup->context), "clReleaseContext");
}

cl_program Build(const Setup* setup, const char* source, const char* options) {
  cl_int error;
  cl_program program = clCreateProgramWithSource(setup->context, 1, &source, NULL, &error);
  Check(error, "clCreateProgramWithSource");
  Check(clBuildProgram(program, 1, &setup->device, options, NULL, NULL), "clBuildProgram");
  return program;
}

cl_kernel MakeKernel(cl_program program, const char* name) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, name, &error);
  Check(error, "clCreateKernel");
  return kernel;
}

cl_mem MakeBuffer(const Setup* setup, size_t bytes, const void* content) {
  cl_int error;
  cl_mem buffer = clCreateBuffer(setup->context, CL_MEM_READ_WRITE, bytes, NULL, &error);
  Check(error, "clCreateBuffer");
  void* zeros = calloc(1, bytes);
  Check(clEnqueueWriteBuffer(setup->queue, buffer, CL_TRUE, 0, bytes,
                             content != NULL ? content : zeros, 0, NULL, NULL),
        "clEnqueueWriteBuffer");
  free(zeros);
  return buffer;
}

void Launch1D(const Setup* setup, cl_kernel kernel, size_t global, size_t local) {
  Check(clEnqueueNDRangeKernel(setup->queue, kernel, 1, NULL, &global, local != 0 ? &local : NULL,
                               0, NULL, NULL),
        "clEnqueueNDRangeKernel");
  Check(clFinish(setup->queue), "clFinish");
}

void PrintInts(const Setup* setup, const char* name, cl_mem buffer, size_t count) {
  int* values = malloc(count * sizeof(int));
  Check(clEnqueueReadBuffer(setup->queue, buffer, CL_TRUE, 0, count * sizeof(int), values, 0, NULL,
                            NULL),
        "clEnqueueReadBuffer");
  printf("%s:", name);
  for (size_t i = 0; i < count; ++i) printf(" %d", values[i]);
  printf("\n");
  free(values);
}

int main(int argc, char** argv) {
  for (size_t i = 0; argc == 2 && i < sizeof(kScenarios) / sizeof(kScenarios[0]); ++i) {
    if (strcmp(argv[1], kScenarios[i].name) == 0) return kScenarios[i].run();
  }
  fprintf(stderr, "usage: probe SCENARIO\n");
  return 2;
}
