// Which process a report is about, when, and on which devices.
#include "runtime/report/process_facts.h"

#include <dlfcn.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <iterator>
#include <string_view>

namespace lockstep {

std::string UtcNow() {
  timespec now = {};
  clock_gettime(CLOCK_REALTIME, &now);
  tm parts = {};
  gmtime_r(&now.tv_sec, &parts);
  char text[64];
  std::snprintf(text, sizeof(text), "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", parts.tm_year + 1900,
                parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                static_cast<int>(now.tv_nsec / 1'000'000));
  return text;
}

namespace {

// Of the variables the first that is set to something.
std::string FirstOf(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const char* text = std::getenv(name);
    if (text != nullptr && *text != '\0') return text;
  }
  return "";
}

std::string HostName() {
  utsname names = {};
  return uname(&names) == 0 ? names.nodename : "";
}

// Variables that change what lockstep, libOpenCL's loader or a driver does, by their beginnings.
std::map<std::string, std::string> EnvironmentNow() {
  constexpr std::string_view kBeginnings[] = {
      "LOCKSTEP_",      "OCL_",  "OPENCL_", "POCL_", "RUSTICL_",   "MESA_",          "LIBGL_", "GALLIUM_",
      "LP_NUM_THREADS", "CUDA_", "NVIDIA_", "AMD_",  "ROCR_",      "GPU_",           "HIP_",   "SYCL_",
      "ONEAPI_",        "IGC_",  "NEO_",    "ZE_",   "LD_PRELOAD", "LD_LIBRARY_PATH"};
  std::map<std::string, std::string> found;
  for (char** at = environ; at != nullptr && *at != nullptr; ++at) {
    const std::string_view variable = *at;
    const size_t equals = variable.find('=');
    const std::string_view name = variable.substr(0, equals);
    if (equals == std::string_view::npos || name == "LOCKSTEP_CHANNEL") continue;  // which is about this run alone
    const auto begins = [&](std::string_view with) { return name.substr(0, with.size()) == with; };
    if (std::any_of(std::begin(kBeginnings), std::end(kBeginnings), begins)) {
      found.emplace(name, variable.substr(equals + 1));
    }
  }
  return found;
}

}  // namespace

std::string RankNow() {
  // Open MPI; whatever starts processes by PMIx; MPICH and its kin; srun.
  return FirstOf({"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"});
}

std::string TestNow() {
  // Whoever else runs tests (cmake's lockstep_add_test); pytest, which sets it anew for each; Bazel; cargo nextest.
  const auto read = [] {
    return FirstOf({"LOCKSTEP_TEST", "PYTEST_CURRENT_TEST", "TEST_TARGET", "NEXTEST_TEST_NAME"});
  };
  static const std::string* at_first = new std::string(read());
  // A program's threads may change its environment while this one reads it: only pytest's is looked at again.
  static const bool python = dlsym(RTLD_DEFAULT, "Py_IsInitialized") != nullptr;
  return python ? read() : *at_first;
}

ProcessFacts ThisProcess() {
  ProcessFacts facts;
  facts.pid = static_cast<uint64_t>(getpid());
  facts.parent = static_cast<uint64_t>(getppid());
  facts.start = UtcNow();
  facts.host = HostName();
  facts.rank = RankNow();
  facts.test = TestNow();
  facts.environment = EnvironmentNow();
  return facts;
}

}  // namespace lockstep
