// When objects die: destructor callbacks must come with the release that brings them without us.
#include <unistd.h>

#include "probe.h"

static volatile int g_context_gone = 0, g_buffer_gone = 0;

static void CL_CALLBACK ContextGone(cl_context context, void* user) {
  (void)context;
  (void)user;
  g_context_gone = 1;
}

static void CL_CALLBACK BufferGone(cl_mem buffer, void* user) {
  (void)buffer;
  (void)user;
  g_buffer_gone = 1;
}

// PoCL lets go of a finished command's objects on its own thread, a little later.
static int Soon(volatile int* flag) {
  for (int i = 0; i < 3000 && !*flag; ++i) usleep(1000);
  return *flag;
}

int RunLifetimes(void) {
  for (int round = 0; round < 3; ++round) {
    g_context_gone = g_buffer_gone = 0;
    Setup setup = MakeSetup(0);
    printf("callback %d\n", clSetContextDestructorCallback(setup.context, ContextGone, NULL));
    cl_program program =
        Build(&setup, "kernel void k(global int* a) { a[get_global_id(0)] = 7; }\n", "");
    cl_kernel kernel = MakeKernel(program, "k");
    cl_mem buffer = MakeBuffer(&setup, 64 * sizeof(int), NULL);
    clSetMemObjectDestructorCallback(buffer, BufferGone, NULL);
    clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
    Launch1D(&setup, kernel, 64, 16);
    PrintInts(&setup, "values", buffer, 4);
    clReleaseMemObject(buffer);
    printf("buffer gone %d\n", Soon(&g_buffer_gone));
    // In one round the context goes before what lives in it.
    if (round == 1) {
      clReleaseCommandQueue(setup.queue);
      clReleaseContext(setup.context);
      clReleaseProgram(program);
      usleep(20000);
      printf("context gone %d\n", g_context_gone);
      clReleaseKernel(kernel);
    } else {
      clRetainKernel(kernel);
      clReleaseKernel(kernel);
      clReleaseProgram(program);
      clReleaseKernel(kernel);
      clRetainContext(setup.context);
      clReleaseContext(setup.context);
      DropSetup(&setup);
    }
    printf("context gone %d\n", Soon(&g_context_gone));
  }
  return 0;
}

// The kernel and its memory are released while the launch is under way.
int RunReleaseEarly(void) {
  Setup setup = MakeSetup(0);
  cl_program program =
      Build(&setup, "kernel void k(global int* a) { a[get_global_id(0)] += 7; }\n", "");
  cl_mem buffer = MakeBuffer(&setup, 64 * sizeof(int), NULL);
  cl_int error;
  cl_event gate = clCreateUserEvent(setup.context, &error);
  const size_t global = 64;
  for (int i = 0; i < 20; ++i) {
    cl_kernel kernel = MakeKernel(program, "k");
    clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
    Check(clEnqueueNDRangeKernel(setup.queue, kernel, 1, NULL, &global, NULL, 1, &gate, NULL), "k");
    clReleaseKernel(kernel);
  }
  clReleaseProgram(program);
  clSetUserEventStatus(gate, CL_COMPLETE);
  PrintInts(&setup, "values", buffer, 4);
  clReleaseEvent(gate);
  clReleaseMemObject(buffer);
  DropSetup(&setup);
  return 0;
}

// Ends without waiting for anything.
int RunLeave(void) {
  Setup setup = MakeSetup(0);
  cl_program program = Build(&setup,
                             "kernel void k(global int* a) {\n"
                             "  a[get_global_id(0)] = 1;\n"
                             "  a[0] = get_global_id(0);\n"
                             "}\n",
                             "");
  cl_kernel kernel = MakeKernel(program, "k");
  cl_mem buffer = MakeBuffer(&setup, 64 * sizeof(int), NULL);
  clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
  const size_t global = 64;
  Check(clEnqueueNDRangeKernel(setup.queue, kernel, 1, NULL, &global, &global, 0, NULL, NULL), "k");
  clFlush(setup.queue);
  printf("left\n");
  return 0;
}
