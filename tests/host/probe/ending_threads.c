// Threads that end in the middle of a call: cancelled while they wait, or by a callback of theirs.
#define _GNU_SOURCE
#include <limits.h>
#include <pthread.h>
#include <unistd.h>

#include "probe.h"

typedef struct {
  Setup setup;
  cl_event event;
  pthread_t thread;
  int waiting;
} Case;

static void* Wait(void* argument) {
  Case* one = argument;
  __atomic_store_n(&one->waiting, 1, __ATOMIC_RELEASE);
  clWaitForEvents(1, &one->event);
  return NULL;
}

static void CL_CALLBACK End(cl_program program, void* user) {
  Case* one = user;
  if (pthread_equal(pthread_self(), one->thread)) pthread_exit(one);
}

static void* BuildUntilEnd(void* argument) {
  Case* one = argument;
  one->thread = pthread_self();
  const char* source = "kernel void k(global int* a) { a[get_global_id(0)] = 1; }\n";
  cl_int error;
  cl_program program = clCreateProgramWithSource(one->setup.context, 1, &source, NULL, &error);
  clBuildProgram(program, 0, NULL, "", End, one);
  return NULL;
}

// `stack`: of the thread, as a multiple of the least; 0: the usual.
static void Run(Case* one, void* (*body)(void*), size_t stack, int cancel) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (stack != 0) pthread_attr_setstacksize(&attributes, stack * PTHREAD_STACK_MIN);
  pthread_t thread;
  void* result = NULL;
  one->waiting = 0;
  pthread_create(&thread, &attributes, body, one);
  if (cancel) {
    while (!__atomic_load_n(&one->waiting, __ATOMIC_ACQUIRE)) usleep(1000);
    usleep(50000);
    pthread_cancel(thread);
  }
  pthread_join(thread, &result);
  printf("joined: cancelled %d, ended %d\n", result == PTHREAD_CANCELED, result == one);
  pthread_attr_destroy(&attributes);
}

int RunEndingThreads(void) {
  Case one = {.setup = MakeSetup(0)};
  cl_int error;
  // PoCL keeps the lock of an event whose waiter was cancelled: it is not used again.
  one.event = clCreateUserEvent(one.setup.context, &error);
  Run(&one, Wait, 0, 1);
  one.event = clCreateUserEvent(one.setup.context, &error);
  Run(&one, Wait, 4, 1);
  for (int i = 0; i < 3; ++i) Run(&one, BuildUntilEnd, 0, 0);
  cl_program program = Build(&one.setup, "kernel void racy(global int* a) { a[0] = get_global_id(0); }\n", "");
  cl_kernel kernel = MakeKernel(program, "racy");
  cl_mem buffer = MakeBuffer(&one.setup, 64, NULL);
  clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
  Launch1D(&one.setup, kernel, 4, 4);
  return 0;
}
