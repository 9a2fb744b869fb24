// Work that reaches the device by ways that lockstep does not check: built-in kernels, functions of
// the host, command buffers.
#include "probe.h"

#include <CL/cl_ext.h>

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

static void RunCommandBuffer(const Setup* setup) {
#define GET(name) \
  name##_fn name = (name##_fn)clGetExtensionFunctionAddressForPlatform(setup->platform, #name)
  GET(clCreateCommandBufferKHR);
  GET(clCommandNDRangeKernelKHR);
  GET(clFinalizeCommandBufferKHR);
  GET(clEnqueueCommandBufferKHR);
  GET(clReleaseCommandBufferKHR);
  printf("functions %d\n", clCreateCommandBufferKHR != NULL && clEnqueueCommandBufferKHR != NULL);
  if (clCreateCommandBufferKHR == NULL) return;
  cl_program program =
      Build(setup, "kernel void recorded(global int* a) { a[get_global_id(0)] += 2; }\n", "");
  cl_kernel kernel = MakeKernel(program, "recorded");
  cl_mem buffer = MakeBuffer(setup, 16 * sizeof(int), NULL);
  clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
  cl_int error;
  cl_command_queue queue = setup->queue;
  cl_command_buffer_khr commands = clCreateCommandBufferKHR(1, &queue, NULL, &error);
  printf("create %d %d\n", commands != NULL, error);
  const size_t global = 16;
  cl_sync_point_khr point = 0;
  for (int i = 0; i < 2; ++i) {
    printf("record %d\n",
           clCommandNDRangeKernelKHR(commands, NULL, NULL, kernel, 1, NULL, &global, NULL, 0, NULL,
                                     &point, NULL));
  }
  printf("finalize %d\n", clFinalizeCommandBufferKHR(commands));
  printf("enqueue %d\n", clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL));
  clFinish(queue);
  PrintInts(setup, "recorded", buffer, 16);
  printf("release %d\n", clReleaseCommandBufferKHR(commands));
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseMemObject(buffer);
}

int RunUnchecked(void) {
  Setup setup = MakeSetup(0);
  RunNative(&setup);
  RunBuiltIn(&setup);
  RunCommandBuffer(&setup);
  DropSetup(&setup);
  return 0;
}
