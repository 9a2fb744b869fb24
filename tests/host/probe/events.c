// Events, queues out of order, user events, callbacks, and threads.
#include <pthread.h>
#include <unistd.h>

#include "probe.h"

static const char kSource[] =
    "kernel void add(global int* a, int n) { a[get_global_id(0)] += n; }\n"
    "kernel void mul(global int* a, int n) { a[get_global_id(0)] *= n; }\n";

static int g_called = 0;

static void CL_CALLBACK Called(cl_event event, cl_int status, void* user) {
  (void)event;
  __atomic_fetch_add((int*)user, status == CL_COMPLETE ? 1 : 100, __ATOMIC_RELAXED);  // on any of the driver's threads
}

// What was called when all that `wanted` counts have been, or after ten seconds: a driver may call when it has said that
// a command is complete.
static int CalledOf(int wanted) {
  int called = __atomic_load_n(&g_called, __ATOMIC_RELAXED);
  for (int i = 0; called < wanted && i < 1000; ++i) {
    usleep(10000);
    called = __atomic_load_n(&g_called, __ATOMIC_RELAXED);
  }
  return called;
}

int RunEvents(void) {
  Setup setup =
      MakeSetup(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
  cl_program program = Build(&setup, kSource, "");
  cl_kernel add = MakeKernel(program, "add"), mul = MakeKernel(program, "mul");
  cl_mem a = MakeBuffer(&setup, 64 * sizeof(int), NULL);
  const int three = 3, five = 5;
  const size_t global = 64, local = 16;
  clSetKernelArg(add, 0, sizeof(a), &a);
  clSetKernelArg(add, 1, sizeof(three), &three);
  clSetKernelArg(mul, 0, sizeof(a), &a);
  clSetKernelArg(mul, 1, sizeof(five), &five);
  cl_int error;
  cl_event gate = clCreateUserEvent(setup.context, &error), events[20];
  cl_event last = gate;
  for (int i = 0; i < 20; ++i) {
    Check(clEnqueueNDRangeKernel(setup.queue, i % 4 == 3 ? mul : add, 1, NULL, &global, &local, 1,
                                 &last, &events[i]),
          "chain");
    last = events[i];
    Check(clSetEventCallback(events[i], CL_COMPLETE, Called, &g_called), "callback");
  }
  cl_int status = 99;
  clGetEventInfo(events[0], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
  printf("waiting %d\n", status > CL_COMPLETE);
  clSetUserEventStatus(gate, CL_COMPLETE);
  Check(clWaitForEvents(20, events), "clWaitForEvents");
  for (int i = 0; i < 20; ++i) {
    cl_command_type type = 0;
    cl_command_queue queue = NULL;
    cl_context context = NULL;
    cl_ulong start = 0, end = 0;
    clGetEventInfo(events[i], CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL);
    clGetEventInfo(events[i], CL_EVENT_COMMAND_QUEUE, sizeof(queue), &queue, NULL);
    clGetEventInfo(events[i], CL_EVENT_CONTEXT, sizeof(context), &context, NULL);
    clGetEventInfo(events[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
    error = clGetEventProfilingInfo(events[i], CL_PROFILING_COMMAND_START, sizeof(start), &start,
                                    NULL);
    clGetEventProfilingInfo(events[i], CL_PROFILING_COMMAND_END, sizeof(end), &end, NULL);
    printf("event %d: %d %d %d %d %d %d\n", i, type == CL_COMMAND_NDRANGE_KERNEL,
           queue == setup.queue, context == setup.context, status, error, end >= start);
    clReleaseEvent(events[i]);
  }
  clReleaseEvent(gate);
  clFinish(setup.queue);
  printf("callbacks %d\n", CalledOf(20));
  PrintInts(&setup, "chain", a, 4);

  // Launches of different queues side by side.
  cl_command_queue queues[3];
  cl_mem buffers[3];
  cl_kernel kernels[3];
  for (int i = 0; i < 3; ++i) {
    queues[i] = clCreateCommandQueueWithProperties(setup.context, setup.device, NULL, &error);
    buffers[i] = MakeBuffer(&setup, 64 * sizeof(int), NULL);
    kernels[i] = MakeKernel(program, "add");
    clSetKernelArg(kernels[i], 0, sizeof(buffers[i]), &buffers[i]);
    clSetKernelArg(kernels[i], 1, sizeof(three), &three);
  }
  for (int round = 0; round < 50; ++round) {
    for (int i = 0; i < 3; ++i) {
      Check(clEnqueueNDRangeKernel(queues[i], kernels[i], 1, NULL, &global, &local, 0, NULL, NULL),
            "side by side");
    }
  }
  for (int i = 0; i < 3; ++i) {
    clFinish(queues[i]);
    PrintInts(&setup, "side", buffers[i], 2);
    clReleaseCommandQueue(queues[i]);
    clReleaseMemObject(buffers[i]);
    clReleaseKernel(kernels[i]);
  }
  clReleaseKernel(add);
  clReleaseKernel(mul);
  clReleaseProgram(program);
  clReleaseMemObject(a);
  DropSetup(&setup);
  return 0;
}

typedef struct {
  const Setup* setup;
  cl_program program;
  cl_command_queue shared_queue;
  int number;
  int wrong;
} Worker;

static void* Work(void* data) {
  Worker* worker = data;
  cl_int error;
  cl_command_queue own =
      clCreateCommandQueueWithProperties(worker->setup->context, worker->setup->device, NULL,
                                         &error);
  cl_mem buffer = clCreateBuffer(worker->setup->context, CL_MEM_READ_WRITE, 256 * sizeof(int), NULL,
                                 &error);
  int values[256];
  memset(values, 0, sizeof(values));
  clEnqueueWriteBuffer(own, buffer, CL_TRUE, 0, sizeof(values), values, 0, NULL, NULL);
  const size_t global = 256, local = 32;
  int expected = 0;
  for (int round = 0; round < 40; ++round) {
    cl_kernel kernel = clCreateKernel(worker->program, "add", &error);
    const int n = worker->number * 100 + round;
    clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
    clSetKernelArg(kernel, 1, sizeof(n), &n);
    cl_command_queue queue = round % 2 != 0 ? own : worker->shared_queue;
    cl_event event;
    if (clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, &event) != 0) {
      worker->wrong += 1000;
    }
    clFlush(queue);
    clReleaseKernel(kernel);
    clWaitForEvents(1, &event);
    clReleaseEvent(event);
    expected += n;
  }
  clEnqueueReadBuffer(own, buffer, CL_TRUE, 0, sizeof(values), values, 0, NULL, NULL);
  for (int i = 0; i < 256; ++i) worker->wrong += values[i] != expected;
  clReleaseMemObject(buffer);
  clReleaseCommandQueue(own);
  return NULL;
}

int RunThreads(void) {
  Setup setup = MakeSetup(0);
  cl_program program = Build(&setup, kSource, "");
  Worker workers[6];
  pthread_t threads[6];
  for (int i = 0; i < 6; ++i) {
    Worker worker = {&setup, program, setup.queue, i, 0};
    workers[i] = worker;
    pthread_create(&threads[i], NULL, Work, &workers[i]);
  }
  for (int i = 0; i < 6; ++i) {
    pthread_join(threads[i], NULL);
    printf("thread %d wrong %d\n", i, workers[i].wrong);
  }
  clReleaseProgram(program);
  DropSetup(&setup);
  return 0;
}
