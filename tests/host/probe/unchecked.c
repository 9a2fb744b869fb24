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
