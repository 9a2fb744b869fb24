// What lockstep cannot check, and says so; beside each the same launch where it can.
#include "probe.h"

// The work-items of a pair race for an element, wherever that is known to be.
static const char kSource[] =
    "kernel void pairs(global int* a) { a[get_global_id(0) / 2] = get_global_id(0) + 1; }\n";

enum { kItems = 64 };

// SVM pointers that lead into memory that the host has from elsewhere, and from clSVMAlloc.
int RunForeignSvm(void) {
  Setup setup = MakeSetup(0);
  cl_program program = Build(&setup, kSource, "");
  cl_kernel kernel = MakeKernel(program, "pairs");
  const size_t bytes = kItems * sizeof(int);
  int* memory[2] = {aligned_alloc(bytes, bytes), clSVMAlloc(setup.context, CL_MEM_READ_WRITE, bytes, 0)};
  for (int i = 0; i < 2; ++i) {
    memset(memory[i], 0, bytes);
    printf("argument %d\n", clSetKernelArgSVMPointer(kernel, 0, memory[i]));
    Launch1D(&setup, kernel, kItems, 16);
    printf("written %d %d\n", memory[i][0] != 0, memory[i][kItems / 2 - 1] != 0);
  }
  free(memory[0]);
  clSVMFree(setup.context, memory[1]);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  DropSetup(&setup);
  return 0;
}

// A launch that waits for what ends in an error ends in one itself, here before it has begun. Another one runs.
int RunFailedLaunch(void) {
  Setup setup = MakeSetup(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_program program = Build(&setup, kSource, "");
  cl_kernel kernel = MakeKernel(program, "pairs");
  cl_mem buffer = MakeBuffer(&setup, kItems * sizeof(int), NULL);
  clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
  cl_int error;
  cl_event gate = clCreateUserEvent(setup.context, &error), launch = NULL;
  const size_t global = kItems, local = 16;
  printf("enqueue %d\n", clEnqueueNDRangeKernel(setup.queue, kernel, 1, NULL, &global, &local, 1, &gate, &launch));
  printf("set %d\n", clSetUserEventStatus(gate, -5));
  printf("wait %d\n", clWaitForEvents(1, &launch));
  cl_int status = CL_QUEUED;
  clGetEventInfo(launch, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
  printf("failed %d\n", status < 0);
  PrintInts(&setup, "untouched", buffer, 2);
  clReleaseEvent(launch);
  clReleaseEvent(gate);
  Launch1D(&setup, kernel, kItems, 16);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseMemObject(buffer);
  DropSetup(&setup);
  return 0;
}
