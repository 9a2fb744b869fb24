// Ways to end, or to become another process, around launches.
#define _GNU_SOURCE
#include <dirent.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probe.h"

// The first lines race, so that a report that is lost shows.
static const char kSource[] =
    "kernel void k(global int* a) {\n"
    "  a[get_global_id(0)] = 1;\n"
    "  a[0] = get_global_id(0);\n"
    "}\n"
    "kernel void late(global int* a) { a[get_global_id(0)] = 2; }\n"
    "kernel void child(global int* a, global const int* at) { a[at[get_global_id(0)]] = get_global_id(0); }\n";

static Setup g_setup;
static cl_program g_program;
static cl_mem g_buffer;

static void Prepare(void) {
  g_setup = MakeSetup(0);
  g_program = Build(&g_setup, kSource, "");
  g_buffer = MakeBuffer(&g_setup, 64 * sizeof(int), NULL);
}

static void Run(const char* name) {
  cl_kernel kernel = MakeKernel(g_program, name);
  clSetKernelArg(kernel, 0, sizeof(g_buffer), &g_buffer);
  Launch1D(&g_setup, kernel, 64, 64);
  clReleaseKernel(kernel);
}

static void* Exit(void* unused) {
  (void)unused;
  exit(3);
}

// A second thread ends the process while the first waits for a launch that cannot begin.
int RunExitThread(void) {
  Prepare();
  Run("k");
  cl_int error;
  cl_event gate = clCreateUserEvent(g_setup.context, &error);
  cl_kernel kernel = MakeKernel(g_program, "late");
  clSetKernelArg(kernel, 0, sizeof(g_buffer), &g_buffer);
  const size_t global = 64;
  Check(clEnqueueNDRangeKernel(g_setup.queue, kernel, 1, NULL, &global, NULL, 1, &gate, NULL), "k");
  printf("leaving from a thread\n");
  fflush(stdout);
  pthread_t thread;
  pthread_create(&thread, NULL, Exit, NULL);
  clFinish(g_setup.queue);
  return 0;
}

static void AtExit(void) {
  Run("late");
  PrintInts(&g_setup, "at exit", g_buffer, 2);
  clReleaseMemObject(g_buffer);
  clReleaseProgram(g_program);
  DropSetup(&g_setup);
  fflush(stdout);
}

// A launch, and the releases, in a function registered with atexit once OpenCL was in use.
int RunExitHandler(void) {
  Prepare();
  Run("late");
  atexit(AtExit);
  return 4;
}

// The program finds a race, then becomes another one that uses OpenCL too.
int RunExec(void) {
  Prepare();
  Run("k");
  printf("now another\n");
  fflush(stdout);
  char self[4096] = "";
  if (readlink("/proc/self/exe", self, sizeof(self) - 1) < 0) return 2;
  execl(self, self, "races", (char*)NULL);
  return 2;
}

// What a parent does once its children have ended.
static int EndParent(void) {
  Run("late");
  PrintInts(&g_setup, "parent", g_buffer, 2);
  clReleaseMemObject(g_buffer);
  clReleaseProgram(g_program);
  DropSetup(&g_setup);
  return 0;
}

// One child that does nothing with OpenCL, and one that becomes an OpenCL program of its own.
int RunFork(void) {
  Prepare();
  Run("k");
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) exit(5);
  int status = 0;
  waitpid(child, &status, 0);
  printf("child ended with %d\n", WEXITSTATUS(status));
  fflush(stdout);
  child = fork();
  if (child == 0) {
    char self[4096] = "";
    if (readlink("/proc/self/exe", self, sizeof(self) - 1) < 0) _exit(2);
    execl(self, self, "races", (char*)NULL);
    _exit(2);
  }
  waitpid(child, &status, 0);
  printf("child ended with %d\n", WEXITSTATUS(status));
  return EndParent();
}

static void RunChild(cl_mem at, int waits) {
  cl_kernel kernel = MakeKernel(g_program, "child");
  clSetKernelArg(kernel, 0, sizeof(g_buffer), &g_buffer);
  clSetKernelArg(kernel, 1, sizeof(at), &at);
  const size_t global = 64;
  if (waits) {
    Launch1D(&g_setup, kernel, global, global);
  } else {
    Check(clEnqueueNDRangeKernel(g_setup.queue, kernel, 1, NULL, &global, &global, 0, NULL, NULL), "child");
  }
  clReleaseKernel(kernel);
}

static void WaitFor(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  printf("child ended with %d, signal %d\n", WEXITSTATUS(status), WIFSIGNALED(status) ? WTERMSIG(status) : 0);
  fflush(stdout);
}

// Children that launch in what their parent made, and one that does not; that there are some is not told to everybody.
// For a device that works in the thread that waits.
int RunForkedLaunch(void) {
  Prepare();
  const int zeros[64] = {0};
  cl_mem at = MakeBuffer(&g_setup, sizeof(zeros), zeros);
  Run("k");
  Run("k");
  for (int i = 0; i < 3; ++i) {
    fflush(stdout);
    const pid_t child = i == 0 ? fork() : _Fork();
    if (child == 0 && i == 2) exit(5);
    if (child == 0) {
      RunChild(at, 1);
      PrintInts(&g_setup, "child", g_buffer, 2);
      exit(0);
    }
    WaitFor(child);
  }
  clReleaseMemObject(at);
  return EndParent();
}

// Whether every thread but this one sleeps.
static int OthersSleep(void) {
  DIR* tasks = opendir("/proc/self/task");
  int sleep = tasks != NULL;
  for (struct dirent* task; sleep && (task = readdir(tasks)) != NULL;) {
    char path[300], line[512] = "";
    if (task->d_name[0] == '.' || atoi(task->d_name) == getpid()) continue;
    snprintf(path, sizeof(path), "/proc/self/task/%s/stat", task->d_name);
    FILE* file = fopen(path, "r");
    if (file == NULL) continue;
    const char* state = fgets(line, sizeof(line), file) != NULL ? strrchr(line, ')') : NULL;
    fclose(file);
    sleep = state != NULL && state[2] == 'S';
  }
  if (tasks != NULL) closedir(tasks);
  return sleep;
}

// A child that wakes the driver's threads waits, in the C library, for those that were on their way out of their wait
// when it was forked, for ever.
static void LetOthersSleep(void) {
  for (int asleep = 0, i = 0; asleep < 20 && i < 10000; ++i) {
    asleep = OthersSleep() ? asleep + 1 : 0;
    usleep(1000);
  }
}

// Children whose launches never begin, since a fork takes none of the driver's threads along: in what the parent made,
// and in a context of its own.
int RunForkedEnd(void) {
  Prepare();
  cl_mem at = MakeBuffer(&g_setup, 64 * sizeof(int), NULL);
  Run("k");
  for (int own = 0; own < 2; ++own) {
    fflush(stdout);
    LetOthersSleep();
    const pid_t child = fork();
    if (child == 0) {
      if (own) {
        g_setup = MakeSetup(0);
        g_program = Build(&g_setup, kSource, "");
        g_buffer = clCreateBuffer(g_setup.context, CL_MEM_READ_WRITE, 64 * sizeof(int), NULL, NULL);
        at = clCreateBuffer(g_setup.context, CL_MEM_READ_WRITE, 64 * sizeof(int), NULL, NULL);
      }
      RunChild(at, 0);
      printf("enqueued\n");
      fflush(stdout);
      _exit(0);
    }
    WaitFor(child);
  }
  clReleaseMemObject(at);
  return EndParent();
}
