// Launches from threads and coroutines whose stacks are just large enough for the driver.
#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "probe.h"

// Where callbacks find themselves that the driver makes within a call: a language's runtime looks for its frames on the
// stack of whoever made the call.
static const char *g_low, *g_high;
static int g_inside, g_outside;

static void NoteWhere(void) {
  const char here = 0;
  if (g_low <= &here && &here < g_high) ++g_inside;
  else ++g_outside;
}

static void CL_CALLBACK OnEvent(cl_event event, cl_int status, void* user) { NoteWhere(); }
static void CL_CALLBACK OnMemory(cl_mem memory, void* user) { NoteWhere(); }
static void CL_CALLBACK OnBuilt(cl_program program, void* user) { NoteWhere(); }

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

static void CoroutineWithCallbacks(void) {
  cl_event marker;
  Check(clEnqueueMarkerWithWaitList(g_setup.queue, 0, NULL, &marker), "marker");
  Check(clWaitForEvents(1, &marker), "clWaitForEvents");
  Check(clSetEventCallback(marker, CL_COMPLETE, OnEvent, NULL), "clSetEventCallback");
  clReleaseEvent(marker);
  cl_mem memory = MakeBuffer(&g_setup, 64, NULL);
  Check(clSetMemObjectDestructorCallback(memory, OnMemory, NULL), "clSetMemObjectDestructorCallback");
  clReleaseMemObject(memory);
  const char* source = "kernel void other(global int* out) { out[0] = 1; }\n";
  cl_program program = clCreateProgramWithSource(g_setup.context, 1, &source, NULL, NULL);
  Check(clBuildProgram(program, 0, NULL, "", OnBuilt, NULL), "clBuildProgram");
  clReleaseProgram(program);
}

// On a stack of `bytes` with a guard page below it, below which the application has data.
static void RunCoroutine(size_t bytes, void (*body)(void)) {
  unsigned char* memory = mmap(NULL, kData + kPage + bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) exit(2);
  memset(memory, 0xaa, kData);
  mprotect(memory + kData, kPage, PROT_NONE);
  ucontext_t caller, callee;
  getcontext(&callee);
  callee.uc_stack.ss_sp = memory + kData + kPage;
  callee.uc_stack.ss_size = bytes;
  callee.uc_link = &caller;
  makecontext(&callee, body, 0);
  g_low = (const char*)memory + kData + kPage;
  g_high = g_low + bytes;
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
    RunCoroutine(bytes, Coroutine);
  }
  RunCoroutine(4 << 20, CoroutineWithCallbacks);
  printf("callbacks on the caller's stack %d, elsewhere %d\n", g_inside, g_outside);
  clReleaseKernel(g_kernel);
  clReleaseProgram(program);
  clReleaseMemObject(out);
  DropSetup(&g_setup);
  return 0;
}
