// What lockstep-cc may take, set by itself before it begins.
#include "instrument/tools/own_limits.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <new>

#include "instrument/tools/crash_guard.h"
#include "llvm/Support/ErrorHandling.h"

namespace lockstep::instrument {
namespace {

// Made before they are needed: then there is no memory.
char g_out_of_memory[160];
char g_out_of_time[160];

void OnNoMemory() { EndWithLine(g_out_of_memory); }
void OnBadAlloc(void*, const char*, bool) { EndWithLine(g_out_of_memory); }
void OnNoTime(int) { EndWithLine(g_out_of_time); }

// Lowers what this process may take to `most`; what is lower already stays.
void Lower(int resource, rlim_t most) {
  rlimit limit = {};
  if (getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0) return;
  limit.rlim_cur = std::min(limit.rlim_cur, most);
  setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

}  // namespace

void KeepWithin(const OwnLimits& limits) {
  Lower(RLIMIT_CORE, 0);
  if (limits.parent != 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // It may have ended before that.
    if (getppid() != limits.parent) _exit(2);
  }
  std::snprintf(g_out_of_memory, sizeof(g_out_of_memory), "ran out of memory");
  if (limits.memory_mib != 0) {
    Lower(RLIMIT_AS, limits.memory_mib << 20);
    std::snprintf(g_out_of_memory, sizeof(g_out_of_memory), "ran out of memory: it may take %llu MiB (LOCKSTEP_HELPER_MEMORY)",
                  static_cast<unsigned long long>(limits.memory_mib));
  }
  std::set_new_handler(OnNoMemory);
  llvm::install_bad_alloc_error_handler(OnBadAlloc);
  if (limits.cpu_seconds != 0) {
    std::snprintf(g_out_of_time, sizeof(g_out_of_time),
                  "ran out of processor time: it may take %llu s (--helper-timeout)",
                  static_cast<unsigned long long>(limits.cpu_seconds));
    signal(SIGXCPU, OnNoTime);
    Lower(RLIMIT_CPU, limits.cpu_seconds);
  }
}

}  // namespace lockstep::instrument
