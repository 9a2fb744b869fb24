// `lockstep doctor`: what is installed, which devices can be checked, and a self-test on each.
#include "host/cli/doctor.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstdio>

#include "host/cli/device_choice.h"
#include "host/cli/driver_list.h"
#include "host/cli/job.h"
#include "host/cli/pocl_cache.h"
#include "host/cli/run.h"
#include "host/cli/trial.h"
#include "runtime/backends/backends.h"
#include "runtime/base/columns.h"
#include "runtime/base/file.h"
#include "runtime/base/log.h"
#include "runtime/base/option_table.h"
#include "runtime/base/printable.h"
#include "runtime/base/text.h"
#include "runtime/cache/cache.h"
#include "runtime/report/paint.h"
#include "runtime/report/report.h"

namespace lockstep {
namespace {

// One line of the examination, and what to do if it is bad.
void Print(bool good, const std::string& what, const std::string& advice = "") {
  const bool color = StdoutWantsColor();
  std::printf("  %s %s\n",
              Painted(good ? "ok  " : "bad ", good ? Paint::kGood : Paint::kError, color).c_str(),
              Printable(what).c_str());
  if (!good && !advice.empty()) std::printf("       %s\n", Wrapped(Printable(advice), 7, 90).c_str());
  std::fflush(stdout);
}

void PrintNeutral(const std::string& what) {
  std::printf("  --   %s\n", Printable(what).c_str());
  std::fflush(stdout);
}

// Starts the compiler, which may lack a library: "" or what it says.
std::string CompilerProblem(const std::string& compiler) {
  if (access(compiler.c_str(), X_OK) != 0) {
    return "there is none; it is built from instrument/ together with this command, scripts/build builds everything";
  }
  std::string output;
  const ProcessEnd end = RunCaptured({compiler, "--help"}, {}, &output);
  if (end.signal == 0 && end.status == 0) return "";
  return StrCat("it does not start: ", output.empty() ? HowItEnded(end, false, 0) : Split(Strip(output), '\n')[0]);
}

void CheckCache() {
  const Options options = OptionsFromEnvironment();
  const std::string cache = options.cache_size == 0 ? "" : CacheDirectory(options);
  if (cache.empty()) {
    PrintNeutral(options.cache_size == 0
                     ? "cache of instrumented kernels: switched off"
                     : "cache of instrumented kernels: none, since neither LOCKSTEP_CACHE_DIR nor HOME is set");
    return;
  }
  Status status = Cache::FromOptions(options).Usable();
  if (status.ok()) status = MakeDirectories(cache);
  const bool writable = status.ok() && access(cache.c_str(), W_OK) == 0;
  Print(writable, StrCat("cache ", cache),
        StrCat(status.ok() ? "it is not writable" : status.message(),
               "; everything works without it, but every run compiles its kernels again; set "
               "LOCKSTEP_CACHE_DIR to a directory of your own"));
}

bool CheckInstallation() {
  std::printf("lockstep %s\n", Version().c_str());
  auto library = LibraryPath();
  Print(library.ok(), StrCat("library ", library.ok() ? *library : library.status().message()));
  const std::string compiler = CompilerPath(library.ok() ? *library : "");
  const std::string problem = CompilerProblem(compiler);
  Print(problem.empty(), StrCat("compiler ", compiler), problem);
  CheckCache();
  return library.ok() && problem.empty();
}

// What went right and wrong, over all devices.
struct Findings {
  int served = 0;
  int passed = 0;
  bool trouble = false;  // with what is there, besides devices that fail their tests
};

void CheckDevice(const ClDevice& device, const SelfTestSetup& setup, bool can_test, Findings* findings) {
  std::printf("device %s: %s (%s)\n", device.number.c_str(), Printable(device.identity.name).c_str(),
              Printable(device.identity.platform).c_str());
  PrintNeutral(StrCat(device.identity.version, ", ", device.identity.platform_version));
  const Serving serving = ServingOf(device);
  if (serving.row == nullptr) {
    PrintNeutral(StrCat("programs run on it as they are, unchecked: ", serving.why));
    return;
  }
  PrintNeutral(StrCat("back end ", serving.row->backend->name,
                      serving.needs_trial ? ", which serves on this driver if the self-test passes" : ""));
  ++findings->served;
  if (!can_test) {
    PrintNeutral("not tested: see above");
    return;
  }
  const std::vector<std::string> problems = TryDevice(device.identity, setup);
  Print(problems.empty(), StrCat("self-test: ", SelfTestCount() - problems.size(), " of ",
                                 SelfTestCount(), " planted kernels judged rightly"));
  for (const std::string& problem : problems) std::printf("       %s\n", Printable(problem).c_str());
  if (problems.empty()) ++findings->passed;
}

// PoCL shows no device where it cannot write its cache, or where POCL_DEVICES names none.
bool CheckPocl(const ListedPlatform& platform) {
  const Status cache = TryPoclCache();
  const char* devices = std::getenv("POCL_DEVICES");
  const bool has_devices = platform.error.empty() && !platform.devices.empty();
  if (!cache.ok()) {
    Print(false, StrCat("PoCL ", has_devices ? "" : "shows no device, since it ", cache.message()),
          "set POCL_CACHE_DIR to a folder that you may write");
  } else if (!has_devices && devices != nullptr) {
    Print(false, StrCat("PoCL shows no device: POCL_DEVICES=", devices),
          "unset it, or set it to pthread; it takes the names of PoCL's device drivers");
  } else {
    return false;
  }
  return true;
}

void CheckPlatforms(const DriverList& list, bool installed, uint64_t timeout, Findings* findings) {
  for (const ListedPlatform& platform : list.platforms) {
    // It may show no device that could be asked for its type.
    DeviceIdentity any;
    any.platform = platform.name;
    any.type = static_cast<uint64_t>(DeviceKind::kAny);
    const bool silent = DriverHas(Quirk::kSilentCache, any);
    const bool told = silent && CheckPocl(platform);
    if (told) findings->trouble = true;
    if (platform.devices.empty() && !told) {
      PrintNeutral(StrCat("platform ", platform.name, ": no device",
                          platform.error.empty() ? "" : StrCat(" (", platform.error, ")")));
    }
    for (const ClDevice& device : platform.devices) {
      CheckDevice(device, {device.number, list.environment, timeout}, installed, findings);
    }
  }
}

// A driver that crashes or hangs takes every program with it that looks for devices. Which one it is, and
// what the others can do, is seen by loading each by itself.
void CheckEachDriver(const DriverList& all, bool installed, uint64_t timeout, Findings* findings) {
  findings->trouble = true;
  std::string nothing;
  const std::vector<std::string> files = VendorFiles(&nothing);
  Print(false, StrCat("the OpenCL drivers cannot be asked for their devices: ", all.problem),
        files.size() > 1 ? "so it is for every OpenCL program here; each driver by itself:" : "");
  for (const std::string& file : files) {
    // A relative name is relative to where the loader is, which the self-test leaves.
    char path[PATH_MAX];
    const std::string name = realpath(file.c_str(), path) != nullptr ? path : file;
    const DriverList one = ListDrivers({{"OCL_ICD_VENDORS", name}}, timeout);
    WriteStderr(PrintableLines(one.messages));
    if (one.problem.empty()) {
      CheckPlatforms(one, installed, timeout, findings);
      continue;
    }
    Print(false, StrCat("driver ", file, ": ", one.problem),
          "remove it, or keep it out by OCL_ICD_VENDORS=FILE.icd with another one");
  }
}

std::vector<OptionRow> DoctorOptions(uint64_t* timeout) {
  return {{"timeout", "SECONDS", std::to_string(SelfTestSetup().timeout_seconds),
           "when to give up each test and each driver; 0: never", IntoNumber(timeout)}};
}

constexpr char kDoctorUsage[] =
    "usage: lockstep doctor [--timeout=SECONDS]\n"
    "\n"
    "Shows the platforms and devices, which of them can be checked, and tests that\n"
    "planted errors are found there and correct kernels are not blamed. A planted\n"
    "kernel that cannot be checked is not run.\n"
    "\n"
    "Exit status: 0 if a device can be checked and all tests on all such devices\n"
    "passed, else 1; 2 for a wrong command line.\n"
    "\n"
    "Options:\n";

}  // namespace

std::string CompilerPath(const std::string& library) {
  const char* other = std::getenv("LOCKSTEP_CC");
  if (other != nullptr && *other != '\0') return other;
  const std::string beside = StrCat(ExecutableDirectory(), "/lockstep-cc");
  if (library.empty() || access(beside.c_str(), X_OK) == 0) return beside;
  const std::string directory = library.substr(0, library.rfind('/'));
  const std::string deeper = directory + "/../../bin/lockstep-cc";
  return access(deeper.c_str(), X_OK) == 0 ? deeper : directory + "/../bin/lockstep-cc";
}

CommandHelp DoctorHelp() { return {kDoctorUsage, DoctorOptions(nullptr)}; }

int DoctorCommand(const std::vector<std::string>& words) {
  uint64_t timeout = SelfTestSetup().timeout_seconds;
  const std::vector<OptionRow> table = DoctorOptions(&timeout);
  const StatusOr<GivenWords> given = ParseWords(words, table, "lockstep doctor");
  if (!given.ok() || !given->words.empty()) {
    Log(!given.ok() ? given.status().message()
                    : StrCat("doctor takes no '", given->words[0], "'; `lockstep doctor --help` shows what it takes"));
    return 2;
  }
  if (given->help) {
    std::printf("%s%s", kDoctorUsage, TableHelp(table).c_str());
    return 0;
  }
  const bool installed = CheckInstallation();
  const DriverList list = ListDrivers({}, timeout);
  WriteStderr(PrintableLines(list.messages));
  Findings findings;
  if (list.ended_badly) {
    CheckEachDriver(list, installed, timeout, &findings);
  } else if (!list.problem.empty()) {
    Print(false, list.problem);
    return 1;
  } else if (list.platforms.empty()) {
    Print(false, StrCat("no OpenCL platform: ", list.remarks.empty() ? "the loader has none to offer"
                                                                     : Join(list.remarks, "; ")));
    return 1;
  } else {
    for (const std::string& remark : list.remarks) PrintNeutral(remark);
    CheckPlatforms(list, installed, timeout, &findings);
  }
  if (findings.served == 0 && !findings.trouble) {
    Print(false, "no device here can be checked",
          "install PoCL, which runs kernels on the processor; on Debian: apt-get install "
          "pocl-opencl-icd");
  }
  const bool good = installed && !findings.trouble && findings.served > 0 && findings.passed == findings.served;
  return good ? 0 : 1;
}

}  // namespace lockstep
