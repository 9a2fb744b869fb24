// An OpenCL program that does what its words say, one after the other, and says so on stdout:
//   clean racy other sync   launch the kernel of that name and wait for it (`sync` races beside atomics)
//   endless sync-endless    launch the kernel and wait till it has done its racy part; it never ends. The second has
//                           then made more atomics than an event log of 1 MiB has room for
//   blocked                 launch `racy` behind an event that never comes
//   wild:N:FIRST:BYTES:VALUE  a kernel writes into what we share with `lockstep run` (see Wild)
//   mappings                which mappings these are
//   ruin:FIRST:COUNT        a kernel writes COUNT elements from element FIRST on of an object of 1,024: in PoCL that
//                           is the program's own heap
//   heap                    allocate and free blocks of all sizes
//   kill:N ignore:N exit:N  raise signal N, ignore it, call exit(N)
//   forever                 wait for signals
//   finish                  wait in clFinish; says so when it does
//   handle                  from here on SIGINT makes it exit
// With VICTIM_KILL=N it kills itself at its N-th OpenCL call.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kItems = 16 };

static const char* const kSource =
    "kernel void clean(global int *a, global int *b) { a[get_global_id(0)] = b[get_global_id(0)]; }\n"
    "kernel void racy(global int *a, global int *b) {\n"
    "  a[get_global_id(0) / 2] = get_global_id(0);\n"
    "}\n"
    "kernel void other(global int *a, global int *b) {\n"
    "  b[get_global_id(0) / 4] = get_global_id(0);\n"
    "}\n"
    "kernel void sync(global int *a, global atomic_int *b) {\n"
    "  a[get_global_id(0) / 2] = get_global_id(0);\n"
    "  atomic_fetch_add_explicit(b, 1, memory_order_acq_rel, memory_scope_device);\n"
    "}\n"
    "kernel void endless(global int *a, global volatile int *b) {\n"
    "  a[get_global_id(0) / 2] = get_global_id(0);\n"
    "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
    "  if (get_global_id(0) == 0) b[1] = 1;\n"
    "  while (b[0] == 0) {}\n"
    "}\n"
    "kernel void sync_endless(global int *a, global volatile int *b) {\n"
    "  global atomic_int *flag = (global atomic_int *)b;\n"
    "  a[get_global_id(0) / 2] = get_global_id(0);\n"
    "  atomic_fetch_add_explicit(flag + 2, 1, memory_order_acq_rel, memory_scope_device);\n"
    "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
    "  for (int i = 0; i < 2500; ++i)\n"
    "    atomic_fetch_add_explicit(flag + 2, 1, memory_order_acq_rel, memory_scope_device);\n"
    "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
    "  if (get_global_id(0) == 0) b[1] = 1;\n"
    "  while (b[0] == 0) {}\n"
    "}\n"
    "kernel void wild(global int *a, ulong to, ulong bytes, int value, int racy) {\n"
    "  if (racy) a[get_global_id(0) / 2] = get_global_id(0);\n"
    "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
    "  if (get_global_id(0) == 0)\n"
    "    for (ulong i = 0; i < bytes; ++i) *(global uchar *)(to + i) = value >= 0 ? value : (uchar)(i * i * 31 + i * -value);\n"
    "}\n"
    "kernel void ruin(global int *a, int first, int count) {\n"
    "  if (get_global_id(0) == 0)\n"
    "    for (int i = 0; i < count; ++i) a[first + i] = 0x41414141 + i;\n"
    "}\n";

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static cl_program program;
static cl_mem a, b;
static int shared[1024] __attribute__((aligned(4096)));

// Counts a call, and dies at the one that it was told to.
static void Count(void) {
  static int calls;
  const char* at = getenv("VICTIM_KILL");
  if (at != NULL && ++calls == atoi(at)) raise(SIGKILL);
}
#define CALL(call) (Count(), (call))

static void Say(const char* word) {
  printf("%s\n", word);
  fflush(stdout);
}

static void Must(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return;
  printf("error %d: %s\n", error, what);
  fflush(stdout);
  exit(3);
}

static void Start(void) {
  cl_platform_id platform;
  cl_int error;
  Must(CALL(clGetPlatformIDs(1, &platform, NULL)), "platform");
  Must(CALL(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)), "device");
  context = CALL(clCreateContext(NULL, 1, &device, NULL, NULL, &error));
  Must(error, "context");
  queue = CALL(clCreateCommandQueue(context, device, 0, &error));
  Must(error, "queue");
  program = CALL(clCreateProgramWithSource(context, 1, (const char**)&kSource, NULL, &error));
  Must(error, "program");
  Must(CALL(clBuildProgram(program, 1, &device, "-cl-std=CL3.0", NULL, NULL)), "build");
  a = CALL(clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, &error));
  Must(error, "buffer");
  b = CALL(clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, sizeof(shared), shared, &error));
  Must(error, "buffer");
  const int zero = 0;
  Must(CALL(clEnqueueFillBuffer(queue, a, &zero, sizeof(zero), 0, 4096, 0, NULL, NULL)), "fill");
}

static cl_kernel Kernel(const char* name) {
  cl_int error;
  cl_kernel kernel = CALL(clCreateKernel(program, name, &error));
  Must(error, name);
  Must(CALL(clSetKernelArg(kernel, 0, sizeof(a), &a)), name);
  return kernel;
}

static void Launch(cl_kernel kernel, const cl_event* wait) {
  const size_t items = kItems;
  Must(CALL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &items, wait != NULL, wait, NULL)), "launch");
}

static void Run(const char* name, int wait) {
  cl_kernel kernel = Kernel(name);
  Must(CALL(clSetKernelArg(kernel, 1, sizeof(b), &b)), name);
  Launch(kernel, NULL);
  if (wait) {
    Must(CALL(clFinish(queue)), "finish");
    return;
  }
  Must(CALL(clFlush(queue)), "flush");
  while (*(volatile int*)&shared[1] == 0) usleep(1000);
}

static void Blocked(void) {
  cl_int error;
  cl_event never = CALL(clCreateUserEvent(context, &error));
  Must(error, "event");
  cl_kernel kernel = Kernel("racy");
  Must(CALL(clSetKernelArg(kernel, 1, sizeof(b), &b)), "racy");
  Launch(kernel, &never);
  Must(CALL(clFlush(queue)), "flush");
}

// Says `word` when the first thread sleeps, in a row so often that it is no short wait for a lock.
static void* SayWhenAsleep(void* word) {
  char path[64];
  snprintf(path, sizeof(path), "/proc/self/task/%d/stat", (int)getpid());
  for (int asleep = 0; asleep < 20; usleep(1000)) {
    char state = '?';
    FILE* file = fopen(path, "r");
    if (file == NULL || fscanf(file, "%*d (%*[^)]) %c", &state) != 1) state = '?';
    if (file != NULL) fclose(file);
    asleep = state == 'S' ? asleep + 1 : 0;
  }
  Say(word);
  return NULL;
}

static void Finish(void) {
  pthread_t watcher;
  if (pthread_create(&watcher, NULL, SayWhenAsleep, "finish") != 0) exit(5);
  Must(CALL(clFinish(queue)), "finish");
}

static volatile sig_atomic_t handled;

static void Handle(int number) { handled = number; }

// The mapping of this process number `which`, the largest first, whose name has `name` in it: where it begins and its
// bytes. In the order of addresses, which differs from run to run, a number would name another one each time.
static cl_ulong Mapping(const char* name, int which, cl_ulong* bytes) {
  enum { kMost = 64 };
  cl_ulong first[kMost], size[kMost];
  int count = 0;
  FILE* maps = fopen("/proc/self/maps", "r");
  char line[4096];
  while (maps != NULL && count < kMost && fgets(line, sizeof(line), maps) != NULL) {
    unsigned long begin, end;
    if (strstr(line, name) == NULL || sscanf(line, "%lx-%lx", &begin, &end) != 2) continue;
    first[count] = begin;
    size[count++] = end - begin;
  }
  if (maps != NULL) fclose(maps);
  for (int n = 0; n < count; ++n) {
    int before = 0;
    for (int other = 0; other < count; ++other)
      before += size[other] > size[n] || (size[other] == size[n] && other < n);
    if (before != which) continue;
    *bytes = size[n];
    return first[n];
  }
  return 0;
}

// wild:N:FIRST:BYTES:VALUE[:racy]: into the N-th of the mappings that are memory shared with `lockstep run`, from
// byte FIRST on (negative: from the end); VALUE 0 to 255, or negative: a pattern.
static void Wild(const char* words) {
  int which = 0, value = 0;
  long first = 0;
  unsigned long count = 0;
  char racy[8] = "";
  sscanf(words, "%d:%ld:%lu:%d:%7s", &which, &first, &count, &value, racy);
  cl_ulong bytes = 0;
  cl_ulong to = Mapping("memfd:lockstep", which, &bytes);
  if (to == 0) {
    Say("no such mapping");
    exit(4);
  }
  to += first >= 0 ? (cl_ulong)first : bytes - (cl_ulong)-first;
  const cl_ulong size = count;
  const int races = racy[0] != '\0';
  cl_kernel kernel = Kernel("wild");
  Must(CALL(clSetKernelArg(kernel, 1, sizeof(to), &to)), "wild");
  Must(CALL(clSetKernelArg(kernel, 2, sizeof(size), &size)), "wild");
  Must(CALL(clSetKernelArg(kernel, 3, sizeof(value), &value)), "wild");
  Must(CALL(clSetKernelArg(kernel, 4, sizeof(races), &races)), "wild");
  Launch(kernel, NULL);
  Must(CALL(clFinish(queue)), "finish");
}

// Into what lies beside the object `a`.
static void Ruin(const char* words) {
  int first = 0, count = 0;
  sscanf(words, "%d:%d", &first, &count);
  cl_kernel kernel = Kernel("ruin");
  Must(CALL(clSetKernelArg(kernel, 1, sizeof(first), &first)), "ruin");
  Must(CALL(clSetKernelArg(kernel, 2, sizeof(count), &count)), "ruin");
  Launch(kernel, NULL);
  Must(CALL(clFinish(queue)), "finish");
}

static void Heap(void) {
  void* blocks[4096];
  for (int i = 0; i < 4096; ++i) blocks[i] = malloc((size_t)i * 37 % 5000);
  for (int i = 0; i < 4096; ++i) free(blocks[(i * 5 + 1) % 4096]);
}

int main(int count, char** words) {
  Start();
  Say("started");
  for (int i = 1; i < count; ++i) {
    const char* word = words[i];
    const char* colon = strchr(word, ':');
    const int number = colon != NULL ? atoi(colon + 1) : 0;
    if (strncmp(word, "kill:", 5) == 0) raise(number);
    else if (strncmp(word, "ignore:", 7) == 0) signal(number, SIG_IGN);
    else if (strncmp(word, "exit:", 5) == 0) exit(number);
    else if (strncmp(word, "wild:", 5) == 0) Wild(word + 5);
    else if (strncmp(word, "ruin:", 5) == 0) Ruin(word + 5);
    else if (strcmp(word, "heap") == 0) Heap();
    else if (strcmp(word, "endless") == 0) Run("endless", 0);
    else if (strcmp(word, "sync-endless") == 0) Run("sync_endless", 0);
    else if (strcmp(word, "blocked") == 0) Blocked();
    else if (strcmp(word, "mappings") == 0) {
      cl_ulong bytes, at;
      for (int n = 0; (at = Mapping("memfd:lockstep", n, &bytes)) != 0; ++n)
        printf("%d %llx %llu\n", n, (unsigned long long)at, (unsigned long long)bytes);
    }
    else if (strcmp(word, "forever") == 0) {
      Say(word);
      sigset_t none;
      sigemptyset(&none);
      while (!handled) sigsuspend(&none);
      return 0;
    }
    else if (strcmp(word, "finish") == 0) Finish();
    else if (strcmp(word, "handle") == 0) {
      sigset_t interrupt;  // but for sigsuspend's, so that it cannot come too early
      sigemptyset(&interrupt);
      sigaddset(&interrupt, SIGINT);
      pthread_sigmask(SIG_BLOCK, &interrupt, NULL);
      signal(SIGINT, Handle);
    }
    else Run(word, 1);
    Say(word);
  }
  return 0;
}
