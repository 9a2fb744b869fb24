// Applications with handlers of signals: of SIGCHLD, beside a thread that looks for any child that has ended, and of a
// timer.
#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "probe.h"

typedef struct {
  atomic_int own, lockstep;  // the application's children, and those of lockstep's programs; the driver's are neither
} Ends;

static Ends g_signals, g_waits;
static atomic_int g_child, g_over;

// What has ended has its name until somebody has waited for it.
static void Count(Ends* ends, pid_t pid) {
  char path[64], name[32] = "";
  snprintf(path, sizeof(path), "/proc/%d/comm", pid);
  FILE* file = fopen(path, "r");
  if (file == NULL || fgets(name, sizeof(name), file) == NULL) name[0] = '\0';
  if (file != NULL) fclose(file);
  if (pid == g_child) ++ends->own;
  if (strncmp(name, "lockstep", 8) == 0) ++ends->lockstep;
}

static void OnChild(int number, siginfo_t* info, void* context) {
  (void)number, (void)context;
  Count(&g_signals, info->si_pid);
}

static void* LookForAny(void* unused) {
  while (!g_over) {
    siginfo_t info = {.si_pid = 0};
    if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0) Count(&g_waits, info.si_pid);
    const struct timespec slice = {0, 1000000};
    nanosleep(&slice, NULL);
  }
  return unused;
}

// Launches kernels that no cache has.
static void LaunchNew(const Setup* setup) {
  cl_mem buffer = MakeBuffer(setup, 64 * sizeof(int), NULL);
  for (int i = 0; i < 4; ++i) {
    char source[200];
    snprintf(source, sizeof(source),
             "kernel void k(global int* a) { a[get_global_id(0)] = %ld; a[0] = get_global_id(0); }",
             4 * (long)getpid() + i);
    cl_program program = Build(setup, source, "");
    cl_kernel kernel = MakeKernel(program, "k");
    clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
    Launch1D(setup, kernel, 64, 64);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
  }
  clReleaseMemObject(buffer);
}

// In a sandbox that ends whoever names itself, as lockstep's keeper does.
int RunNoKeeper(void) {
  Setup setup = MakeSetup(0);
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_NAME, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const struct sock_fprog program = {sizeof(rules) / sizeof(rules[0]), rules};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
    return kLacking;
  }
  LaunchNew(&setup);
  puts("launched");
  return 0;
}

int RunChildren(void) {
  Setup setup = MakeSetup(0);
  struct sigaction action = {.sa_sigaction = OnChild, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigaction(SIGCHLD, &action, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, LookForAny, NULL);
  LaunchNew(&setup);
  printf("of lockstep's: %d signals, %d children\n", g_signals.lockstep, g_waits.lockstep);

  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  pthread_sigmask(SIG_BLOCK, &children, NULL);  // until it is known who it is
  g_child = fork();
  if (g_child == 0) _exit(3);
  pthread_sigmask(SIG_UNBLOCK, &children, NULL);
  while (g_waits.own == 0) usleep(1000);
  g_over = 1;
  pthread_join(thread, NULL);
  int status = 0;
  const pid_t ended = waitpid(-1, &status, 0);
  printf("its own: %d, status %d\n", ended == g_child, WEXITSTATUS(status));
  return 0;
}

static void OnTimer(int number) { (void)number; }

// System calls are interrupted again and again, and nobody asked for them to go on.
int RunTimer(void) {
  struct sigaction action = {.sa_handler = OnTimer};
  sigaction(SIGALRM, &action, NULL);
  const struct itimerval often = {{0, 3000}, {0, 3000}};
  setitimer(ITIMER_REAL, &often, NULL);
  Setup setup = MakeSetup(0);
  LaunchNew(&setup);
  printf("launched\n");
  const struct itimerval never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &never, NULL);
  DropSetup(&setup);
  return 0;
}
