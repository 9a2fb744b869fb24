// `lockstep doctor`: what is installed, which devices can be checked, and a self-test on each.
#include "host/cli/doctor.h"

#include <unistd.h>

#include <cstdio>

#include "host/cli/cl_api.h"
#include "host/cli/device_choice.h"
#include "host/cli/run.h"
#include "host/launch/backend_row.h"
#include "runtime/base/file.h"
#include "runtime/base/log.h"
#include "runtime/base/text.h"
#include "runtime/cache/cache.h"
#include "runtime/report/paint.h"
#include "runtime/report/report.h"

namespace lockstep {
namespace {

// One line of the examination, and what to do if it is bad.
void Print(bool good, const std::string& what, const std::string& advice = "") {
  bool color = isatty(STDOUT_FILENO) == 1 && StderrWantsColor();
  std::printf("  %s %s\n",
              Painted(good ? "ok  " : "bad ", good ? Paint::kGood : Paint::kError, color).c_str(),
              what.c_str());
  if (!good && !advice.empty()) std::printf("       %s\n", Wrapped(advice, 7, 90).c_str());
  std::fflush(stdout);
}

void PrintNeutral(const std::string& what) {
  std::printf("  --   %s\n", what.c_str());
  std::fflush(stdout);
}

bool CheckInstallation() {
  std::printf("lockstep %s\n", Version().c_str());
  bool good = true;
  auto library = LibraryPath();
  good = good && library.ok();
  Print(library.ok(), StrCat("library ", library.ok() ? *library : library.status().message()));
  std::string compiler = StrCat(ExecutableDirectory(), "/lockstep-cc");
  bool has_compiler = access(compiler.c_str(), X_OK) == 0;
  good = good && has_compiler;
  Print(has_compiler, StrCat("compiler ", compiler),
        "it is built from instrument/ together with this command; scripts/test builds everything");
  Options options = OptionsFromEnvironment();
  std::string cache = options.cache_size == 0 ? "" : CacheDirectory(options);
  if (cache.empty()) {
    PrintNeutral("cache of instrumented kernels: switched off");
  } else {
    Status status = MakeDirectories(cache);
    bool writable = status.ok() && access(cache.c_str(), W_OK) == 0;
    Print(writable, StrCat("cache ", cache),
          StrCat(status.ok() ? "it is not writable" : status.message(),
                 "; everything works without it, but every run compiles its kernels again; set "
                 "LOCKSTEP_CACHE_DIR to a directory of your own"));
  }
  return good;
}

// What would have the device checked if the environment asked for it, or which devices could be.
std::string HowToServe(const ClDevice& device) {
  const BackendRow* row = FindBackendRow(device.platform_name, device.type, device.il_version);
  if (row == nullptr) {
    return "; there are back ends for PoCL's CPU devices, NVIDIA GPUs, rusticl, and drivers that take "
           "SPIR-V";
  }
  if (IsWanted(*row)) return "";
  return StrCat("; ", row->wanted, "=1 checks them through the back end ", row->name,
                ", experimentally");
}

// True if the device was tested and passed.
bool CheckDevice(const ClDevice& device, bool can_test) {
  std::printf("device %s: %s (%s)\n", device.number.c_str(), device.name.c_str(),
              device.platform_name.c_str());
  PrintNeutral(StrCat(device.version, ", ", device.platform_version));
  std::string backend = BackendOf(device);
  if (backend.empty()) {
    PrintNeutral(
        StrCat("no back end: programs run on it as they are, unchecked", HowToServe(device)));
    return false;
  }
  PrintNeutral(StrCat("back end ", backend));
  if (!can_test) return false;
  std::vector<std::string> problems = SelfTest(device.number);
  Print(problems.empty(), StrCat("self-test: ", SelfTestCount() - problems.size(), " of ",
                                 SelfTestCount(), " planted kernels judged rightly"));
  for (const std::string& problem : problems) std::printf("       %s\n", problem.c_str());
  return problems.empty();
}

constexpr char kUsage[] =
    "usage: lockstep doctor\n"
    "\n"
    "Shows the platforms and devices, which of them can be checked, and tests that\n"
    "planted errors are found there and correct kernels are not blamed.\n";

}  // namespace

int DoctorCommand(const std::vector<std::string>& words) {
  if (!words.empty()) {
    bool help = words[0] == "--help" || words[0] == "-h";
    if (help) {
      std::fputs(kUsage, stdout);
      return 0;
    }
    Log(StrCat("doctor takes no '", words[0], "'; lockstep doctor --help"));
    return 2;
  }
  bool installed = CheckInstallation();
  auto cl = LoadOpenCl();
  if (!cl.ok()) {
    Print(false, cl.status().message());
    return 1;
  }
  std::vector<ClDevice> devices = ListDevices(*cl);
  if (devices.empty()) {
    Print(false, "no OpenCL device",
          "install a driver; for the processor itself, on Debian: apt-get install "
          "pocl-opencl-icd");
    return 1;
  }
  int served = 0;
  int passed = 0;
  for (const ClDevice& device : devices) {
    if (!BackendOf(device).empty()) ++served;
    if (CheckDevice(device, installed)) ++passed;
  }
  if (served == 0) {
    Print(false, "no device here can be checked",
          "install PoCL, which runs kernels on the processor; on Debian: apt-get install "
          "pocl-opencl-icd");
  }
  return installed && served > 0 && passed == served ? 0 : 1;
}

}  // namespace lockstep
