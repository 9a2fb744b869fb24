// Launches from threads and coroutines whose stacks are just large enough for the driver.
#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "probe.h"

// The kernel races, so that there is something to say of each launch.
static const char kSource[] = "kernel void k(global int* out) { out[get_local_id(0) / 2] = get_local_id(0); }\n";

enum { kLaunches = 20, kPage = 4096, kData = 64 * kPage };

static Setup g_setup;
static cl_kernel g_kernel;

static void* Launches(void* unused) {
  size_t global = 16, local = 16;
  for (int i = 0; i < kLaunches; ++i) {
    Check(clEnqueueNDRangeKernel(g_setup.queue, g_kernel, 1, NULL, &global, &local, 0, NULL, NULL), "launch");
    Check(clFinish(g_setup.queue), "clFinish");
  }
  return unused;
}

static void Coroutine(void) { Launches(NULL); }

// On a stack of `bytes` with a guard page below it, below which the application has data.
static void RunCoroutine(size_t bytes) {
  unsigned char* memory = mmap(NULL, kData + kPage + bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) exit(2);
  memset(memory, 0xaa, kData);
  mprotect(memory + kData, kPage, PROT_NONE);
  ucontext_t caller, callee;
  getcontext(&callee);
  callee.uc_stack.ss_sp = memory + kData + kPage;
  callee.uc_stack.ss_size = bytes;
  callee.uc_link = &caller;
  makecontext(&callee, Coroutine, 0);
  swapcontext(&caller, &callee);
  size_t changed = 0;
  for (size_t i = 0; i < kData; ++i) changed += memory[i] != 0xaa;
  printf("coroutine of %zu bytes: %zu bytes changed beyond its stack\n", bytes, changed);
  munmap(memory, kData + kPage + bytes);
}

static void RunThread(size_t bytes) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (pthread_attr_setstacksize(&attributes, bytes) != 0) exit(2);
  pthread_t thread;
  if (pthread_create(&thread, &attributes, Launches, NULL) != 0) exit(2);
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
  printf("thread of %zu bytes\n", bytes);
}

int RunSmallStacks(void) {
  g_setup = MakeSetup(0);
  cl_program program = Build(&g_setup, kSource, "");
  g_kernel = MakeKernel(program, "k");
  cl_mem out = MakeBuffer(&g_setup, 64, NULL);
  clSetKernelArg(g_kernel, 0, sizeof(out), &out);
  Launches(NULL);  // what the driver compiles takes more
  for (size_t bytes = 16 << 10; bytes <= 64 << 10; bytes *= 2) {
    RunThread(bytes);
    RunCoroutine(bytes);
  }
  clReleaseKernel(g_kernel);
  clReleaseProgram(program);
  clReleaseMemObject(out);
  DropSetup(&g_setup);
  return 0;
}
