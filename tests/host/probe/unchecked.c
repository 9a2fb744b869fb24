// Work that reaches the device by ways that lockstep does not check: built-in kernels, functions of
// the host.
#include "probe.h"

static void CL_CALLBACK Native(void* arguments) { **(int**)arguments += 1; }

static void RunNative(const Setup* setup) {
  int count = 0;
  int* at = &count;
  for (int i = 0; i < 3; ++i) {
    cl_event event = NULL;
    printf("native %d\n", clEnqueueNativeKernel(setup->queue, Native, &at, sizeof(at), 0, NULL,
                                                NULL, 0, NULL, &event));
    if (event != NULL) clReleaseEvent(event);
  }
  printf("no function %d\n", clEnqueueNativeKernel(setup->queue, NULL, NULL, 0, 0, NULL, NULL, 0,
                                                   NULL, NULL));
  clFinish(setup->queue);
  printf("count %d\n", count);
}

static void RunBuiltIn(const Setup* setup) {
  cl_int error;
  cl_program program = clCreateProgramWithBuiltInKernels(setup->context, 1, &setup->device,
                                                         "pocl.add.i8", &error);
  printf("built in %d %d\n", program != NULL, error);
  if (program == NULL) return;
  printf("build %d\n", clBuildProgram(program, 1, &setup->device, NULL, NULL, NULL));
  cl_kernel kernel = clCreateKernel(program, "pocl.add.i8", &error);
  printf("kernel %d %d\n", kernel != NULL, error);
  if (kernel != NULL) clReleaseKernel(kernel);
  clReleaseProgram(program);
}

int RunUnchecked(void) {
  Setup setup = MakeSetup(0);
  RunNative(&setup);
  RunBuiltIn(&setup);
  DropSetup(&setup);
  return 0;
}

// An argument that is a buffer at first, then what a function of an extension makes of it, then a buffer again.
int RunForeignPointers(void) {
  Setup setup = MakeSetup(0);
  void* (*allocate)(cl_context, cl_device_id, const cl_ulong*, size_t, cl_uint, cl_int*) =
      clGetExtensionFunctionAddressForPlatform(setup.platform, "clSharedMemAllocINTEL");
  cl_int (*set)(cl_kernel, cl_uint, const void*) =
      clGetExtensionFunctionAddressForPlatform(setup.platform, "clSetKernelArgMemPointerINTEL");
  if (allocate == NULL || set == NULL) exit(kLacking);
  enum { kItems = 8, kInts = 12 };
  // Races, but not for what it leaves: a driver may run its work-items in turn or in lanes.
  cl_program program = Build(&setup,
                             "kernel void racy(global int* a) {\n"
                             "  int i = get_global_id(0);\n"
                             "  a[i] = a[i ^ 1] == 100 ? 5 : i;\n"
                             "  a[8 + i / 2] = i;\n"
                             "}\n",
                             "");
  cl_kernel racy = MakeKernel(program, "racy");
  cl_mem buffer = MakeBuffer(&setup, kInts * sizeof(int), NULL);
  cl_int error;
  int* shared = allocate(setup.context, setup.device, NULL, kInts * sizeof(int), 0, &error);
  Check(error, "clSharedMemAllocINTEL");
  memset(shared, 0, kInts * sizeof(int));
  for (int round = 0; round < 3; ++round) {
    const cl_int result = round == 1 ? set(racy, 0, shared) : clSetKernelArg(racy, 0, sizeof(buffer), &buffer);
    printf("set %d\n", result);
    Launch1D(&setup, racy, kItems, 4);
  }
  printf("shared %d %d\n", shared[0], shared[kInts - 1]);
  PrintInts(&setup, "buffer", buffer, kInts);
  clReleaseMemObject(buffer);
  clReleaseKernel(racy);
  clReleaseProgram(program);
  DropSetup(&setup);
  return 0;
}
