// Many launches and many contexts: memory must not grow with them.
#include <pthread.h>
#include <unistd.h>

#include "probe.h"

enum { kThreads = 8, kQueues = 4, kRounds = 4, kLaunches = 3125 };

static const char kSource[] = "kernel void add(global int* a, int n) { a[get_global_id(0)] += n; }\n";

// Pages of this process in memory.
static long Resident(void) {
  long size = 0, resident = 0;
  FILE* file = fopen("/proc/self/statm", "r");
  if (file == NULL || fscanf(file, "%ld %ld", &size, &resident) != 2) exit(2);
  fclose(file);
  return resident;
}

typedef struct {
  const Setup* setup;
  cl_program program;
  cl_command_queue queue;
  int wrong;
} Worker;

static void* Work(void* data) {
  Worker* worker = data;
  cl_int error;
  int values[64] = {0};
  cl_mem buffer = clCreateBuffer(worker->setup->context, CL_MEM_COPY_HOST_PTR, sizeof(values),
                                 values, &error);
  cl_kernel kernel = clCreateKernel(worker->program, "add", &error);
  const int one = 1;
  const size_t global = 64, local = 16;
  clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
  clSetKernelArg(kernel, 1, sizeof(one), &one);
  for (int i = 0; i < kLaunches; ++i) {
    if (clEnqueueNDRangeKernel(worker->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL) !=
        CL_SUCCESS) {
      worker->wrong += 1000;
    }
    if (i % 25 == 24) clFinish(worker->queue);
  }
  clEnqueueReadBuffer(worker->queue, buffer, CL_TRUE, 0, sizeof(values), values, 0, NULL, NULL);
  for (int i = 0; i < 64; ++i) worker->wrong += values[i] != kLaunches;
  clReleaseKernel(kernel);
  clReleaseMemObject(buffer);
  return NULL;
}

// 100,000 launches by 8 threads in 4 queues.
int RunLong(void) {
  Setup setup = MakeSetup(0);
  cl_program program = Build(&setup, kSource, "");
  cl_command_queue queues[kQueues];
  cl_int error;
  for (int i = 0; i < kQueues; ++i) {
    queues[i] = clCreateCommandQueueWithProperties(setup.context, setup.device, NULL, &error);
  }
  long before = 0;
  int wrong = 0;
  for (int round = 0; round < kRounds; ++round) {
    pthread_t threads[kThreads];
    Worker workers[kThreads];
    for (int i = 0; i < kThreads; ++i) {
      Worker worker = {&setup, program, queues[i % kQueues], 0};
      workers[i] = worker;
      pthread_create(&threads[i], NULL, Work, &workers[i]);
    }
    for (int i = 0; i < kThreads; ++i) {
      pthread_join(threads[i], NULL);
      wrong += workers[i].wrong;
    }
    if (round == 0) before = Resident();
  }
  const long grown = (Resident() - before) * sysconf(_SC_PAGESIZE) / 1024;
  printf("wrong %d; grew by more than 8 MiB: %s\n", wrong, grown > 8192 ? "yes" : "no");
  if (grown > 8192) fprintf(stderr, "%ld KiB\n", grown);
  for (int i = 0; i < kQueues; ++i) clReleaseCommandQueue(queues[i]);
  clReleaseProgram(program);
  DropSetup(&setup);
  return 0;
}

// Contexts made and dropped, each with a launch.
int RunContexts(void) {
  long before = 0;
  for (int i = 0; i < 80; ++i) {
    Setup setup = MakeSetup(0);
    cl_program program = Build(&setup, kSource, "");
    cl_kernel kernel = MakeKernel(program, "add");
    cl_mem buffer = MakeBuffer(&setup, 256, NULL);
    clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
    clSetKernelArg(kernel, 1, sizeof(i), &i);
    Launch1D(&setup, kernel, 64, 16);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    DropSetup(&setup);
    if (i == 29) before = Resident();
  }
  // The driver alone keeps something for each context; ours must not come to much more.
  const long grown = (Resident() - before) * sysconf(_SC_PAGESIZE) / 1024;
  printf("grew by more than 16 MiB in 50 contexts: %s\n", grown > 16384 ? "yes" : "no");
  fprintf(stderr, "%ld KiB\n", grown);
  return 0;
}

// One program made from its binary again and again, each time with a launch.
int RunPrograms(void) {
  enum { kPrograms = 300, kComment = 1 << 17 };
  Setup setup = MakeSetup(0);
  char* source = malloc(kComment + sizeof(kSource) + 4);
  memset(source, '/', kComment);  // reports quote from the text: whoever keeps one for each program is seen
  sprintf(source + kComment, "\n%s", kSource);
  cl_program first = Build(&setup, source, "");
  size_t size = 0;
  Check(clGetProgramInfo(first, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, NULL), "CL_PROGRAM_BINARY_SIZES");
  unsigned char* binary = malloc(size);
  Check(clGetProgramInfo(first, CL_PROGRAM_BINARIES, sizeof(binary), &binary, NULL), "CL_PROGRAM_BINARIES");
  clReleaseProgram(first);
  cl_mem buffer = MakeBuffer(&setup, 64 * sizeof(int), NULL);
  long before = 0;
  for (int i = 0; i < kPrograms; ++i) {
    const unsigned char* given = binary;
    cl_int error;
    cl_program program =
        clCreateProgramWithBinary(setup.context, 1, &setup.device, &size, &given, NULL, &error);
    Check(error, "clCreateProgramWithBinary");
    Check(clBuildProgram(program, 1, &setup.device, "", NULL, NULL), "clBuildProgram");
    cl_kernel kernel = MakeKernel(program, "add");
    clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
    clSetKernelArg(kernel, 1, sizeof(i), &i);
    Launch1D(&setup, kernel, 64, 16);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    if (i == kPrograms / 3) before = Resident();
  }
  const long grown = (Resident() - before) * sysconf(_SC_PAGESIZE) / 1024;
  printf("grew by more than 8 MiB: %s\n", grown > 8192 ? "yes" : "no");
  fprintf(stderr, "%ld KiB\n", grown);
  PrintInts(&setup, "sums", buffer, 4);
  clReleaseMemObject(buffer);
  DropSetup(&setup);
  free(binary);
  free(source);
  return 0;
}

// More launches in an in-order queue that waits than there are numbers for their work-items, the last of which races.
// In 128 memories for 64 launches each there would be.
int RunPending(void) {
  enum { kItems = 4096, kLaunches = 8400 };
  Setup setup = MakeSetup(0);
  int* places = malloc(kItems * sizeof(int));
  for (int i = 0; i < kItems; ++i) places[i] = i;
  cl_mem to = MakeBuffer(&setup, kItems * sizeof(int), NULL), at = MakeBuffer(&setup, kItems * sizeof(int), places);
  cl_program program = Build(&setup,
                             "kernel void put(global int* to, global const int* at) {\n"
                             "  to[at[get_global_id(0)]] = get_global_id(0);\n"
                             "}\n",
                             "");
  cl_kernel kernel = MakeKernel(program, "put");
  clSetKernelArg(kernel, 0, sizeof(to), &to);
  clSetKernelArg(kernel, 1, sizeof(at), &at);
  cl_int error;
  cl_event gate = clCreateUserEvent(setup.context, &error);
  Check(error, "clCreateUserEvent");
  const size_t global = kItems, local = 16;
  const int far = kItems - 1;
  for (int i = 0; i < kLaunches; ++i) {
    if (i == kLaunches - 1) {
      Check(clEnqueueWriteBuffer(setup.queue, at, CL_FALSE, 0, sizeof(far), &far, 0, NULL, NULL), "clEnqueueWriteBuffer");
    }
    Check(clEnqueueNDRangeKernel(setup.queue, kernel, 1, NULL, &global, &local, i == 0, i == 0 ? &gate : NULL, NULL),
          "clEnqueueNDRangeKernel");
  }
  clSetUserEventStatus(gate, CL_COMPLETE);
  Check(clFinish(setup.queue), "clFinish");
  PrintInts(&setup, "to", to, 8);
  clReleaseEvent(gate);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseMemObject(to);
  clReleaseMemObject(at);
  free(places);
  DropSetup(&setup);
  return 0;
}
