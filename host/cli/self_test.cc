// The doctor's self-test: planted errors and their repaired twins, each run as a user would.
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "host/cli/doctor.h"
#include "host/cli/job.h"
#include "host/cli/kernel_verdict.h"
#include "runtime/base/file.h"
#include "runtime/base/options.h"
#include "runtime/base/project_file.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

using nlohmann::json;

struct Planted {
  const char* name;
  const char* source;
  const char* rule;  // "" : nothing to be found
  int line;          // of one of the two sides
};

constexpr Planted kPlanted[] = {
    {"global-race",
     "kernel void k(global int *a) {\n"
     "  a[get_global_id(0) / 2] = get_global_id(0);\n"
     "}\n",
     "data-race", 2},
    {"global-clean",
     "kernel void k(global int *a) {\n"
     "  a[get_global_id(0)] = get_global_id(0);\n"
     "}\n",
     "", 0},
    {"local-race",
     "kernel void k(global int *a) {\n"
     "  local int s[64];\n"
     "  size_t l = get_local_id(0);\n"
     "  s[l] = a[get_global_id(0)];\n"
     "  a[get_global_id(0)] = s[(l + 1) % get_local_size(0)];\n"
     "}\n",
     "data-race", 5},
    {"local-clean",
     "kernel void k(global int *a) {\n"
     "  local int s[64];\n"
     "  size_t l = get_local_id(0);\n"
     "  s[l] = a[get_global_id(0)];\n"
     "  barrier(CLK_LOCAL_MEM_FENCE);\n"
     "  a[get_global_id(0)] = s[(l + 1) % get_local_size(0)];\n"
     "}\n",
     "", 0},
    {"divergence",
     "kernel void k(global int *a) {\n"
     "  if (get_local_id(0) < 8) {\n"
     "    barrier(CLK_LOCAL_MEM_FENCE);\n"
     "  }\n"
     "  a[get_global_id(0)] = 1;\n"
     "}\n",
     "barrier-divergence", 3},
    {"atomic-race",
     "kernel void k(global int *a) {\n"
     "  if (get_global_id(0) == 5) {\n"
     "    a[0] = 1;\n"
     "  } else atomic_inc(a);\n"
     "}\n",
     "data-race", 3},
    {"atomic-clean",
     "kernel void k(global int *a) {\n"
     "  local int s;\n"
     "  if (get_local_id(0) == 0) s = 0;\n"
     "  barrier(CLK_LOCAL_MEM_FENCE);\n"
     "  atomic_inc(&s);\n"
     "  barrier(CLK_LOCAL_MEM_FENCE);\n"
     "  if (get_local_id(0) == 0) atomic_add(a, s);\n"
     "}\n",
     "", 0},
    {"divergence-clean",
     "kernel void k(global int *a) {\n"
     "  if (get_group_id(0) < 2) {\n"
     "    barrier(CLK_LOCAL_MEM_FENCE);\n"
     "  }\n"
     "  a[get_global_id(0)] = 1;\n"
     "}\n",
     "", 0},
};

// Why the launch of a planted kernel was not checked; "" if it was, or if `report` does not say.
std::string WhyUnchecked(const json& report) {
  for (const json& skipped : report.value("not_instrumented", json::array())) {
    return skipped.value("reason", "");
  }
  for (const json& one : report.value("incomplete", json::array())) return one.value("what", "");
  return "";
}

// What `report` says, compared with what was planted; "" if that agrees.
std::string Compare(const Planted& planted, const json& report) {
  const json findings = report.value("findings", json::array());
  const json summary = report.value("summary", json::object());
  if (summary.value("launches_checked", 0) != 1) return "was not checked";
  if (*planted.rule == '\0') {
    return findings.empty() ? "" : "is correct, but has " + findings[0].value("rule", std::string());
  }
  for (const json& finding : findings) {
    if (finding.value("rule", std::string()) != planted.rule) continue;
    for (const json& access : finding.value("accesses", json::array())) {
      if (access.value("line", 0) == planted.line) return "";
    }
  }
  return StrCat("has a ", planted.rule, " at line ", planted.line, " that was not found");
}

// One line on what went wrong with a planted kernel; "" if nothing did.
std::string Judge(const Planted& planted, const ProcessEnd& end, bool timed_out, uint64_t timeout,
                  const std::string& report_text, const std::string& messages) {
  constexpr size_t kIt = 3;  // "it died of …" after the kernel's name
  if (timed_out || end.signal != 0) return HowItEnded(end, timed_out, timeout).substr(kIt);
  const json report = json::parse(report_text, nullptr, /*allow_exceptions=*/false);
  const std::string unchecked = report.is_object() ? WhyUnchecked(report) : "";
  if (!unchecked.empty()) return StrCat("was not checked, so it was not run: ", unchecked);
  if (end.status != 0 && end.status != 66) {
    const std::string said = ReasonIn(messages);
    return said.empty() ? HowItEnded(end, false, 0).substr(kIt) : StrCat("was not run: ", said);
  }
  return report.is_object() ? Compare(planted, report) : "wrote no report";
}

// Names in the environment that hold only in the current directory, as they hold anywhere.
Environment AbsoluteNames() {
  Environment changes;
  for (const char* name : {"LOCKSTEP_LIBRARY", "LOCKSTEP_CC", "LOCKSTEP_CACHE_DIR", "OCL_ICD_VENDORS",
                           "OPENCL_VENDOR_PATH", "POCL_CACHE_DIR", "XDG_CACHE_HOME", "HOME", "TMPDIR"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0' || *value == '/') continue;
    char path[PATH_MAX];
    if (realpath(value, path) != nullptr) changes.emplace_back(name, path);
  }
  return changes;
}

// Of the user's options those that say how checking is set up, not what is looked for.
std::string SetUpOptions() {
  const Options given = OptionsFromEnvironment();
  Options kept;
  kept.hook = given.hook;
  kept.backend = given.backend;
  kept.cache_dir = given.cache_dir;
  kept.cache_size = given.cache_size;
  kept.helper_timeout = given.helper_timeout;
  kept.certify = CertifyMode::kOff;
  kept.prune = PruneMode::kOff;  // what is tested is checking
  kept.format = ReportFormat::kJson;
  kept.project = kNoProject;
  char path[PATH_MAX];
  if (!kept.cache_dir.empty() && realpath(given.cache_dir.c_str(), path) != nullptr) kept.cache_dir = path;
  return kept.ToText();
}

// In the current directory: the driver and we cache by what the source is called, and a name that
// changes with every run would never be found again.
Job MakeJob(const Planted& planted, const SelfTestSetup& setup, std::string* problem) {
  const std::string name = planted.name;
  if (Status status = WriteFile(name + ".cl", planted.source); !status.ok()) {
    *problem = status.message();
  }
  Job job;
  job.command = {ExecutableDirectory() + "/lockstep", "kernel", name + ".cl",
                 "--device=" + setup.device, "--global=128", "--local=32", "--arg=0:buffer,128*int,zeros",
                 StrCat("--report=", name, ".json")};
  job.changes.insert(job.changes.end(), setup.environment.begin(), setup.environment.end());
  // Without checks the divergent kernel never ends on some devices.
  job.changes.emplace_back("LOCKSTEP_UNCHECKED", "refuse");
  job.stdout_file = "/dev/null";
  job.stderr_file = name + ".messages";
  job.done = [&planted, name, problem, timeout = setup.timeout_seconds](const ProcessEnd& end, bool timed_out) {
    std::string texts[2];
    const std::string files[2] = {name + ".json", name + ".messages"};
    for (int i = 0; i < 2; ++i) {
      if (auto text = ReadFile(files[i]); text.ok()) texts[i] = *text;
      unlink(files[i].c_str());
    }
    unlink((name + ".cl").c_str());
    if (problem->empty()) *problem = Judge(planted, end, timed_out, timeout, texts[0], texts[1]);
    return std::vector<Job>();
  };
  return job;
}

}  // namespace

int SelfTestCount() { return static_cast<int>(std::size(kPlanted)); }

std::vector<std::string> SelfTest(SelfTestSetup setup) {
  const StatusOr<std::string> directory = MakeTemporaryDirectory("lockstep-doctor");
  if (!directory.ok()) return {StrCat(directory.status().message(), "; set TMPDIR to a folder of your own")};
  // What was given for this device comes behind, and wins.
  Environment names = AbsoluteNames();
  names.emplace_back("LOCKSTEP_OPTIONS", SetUpOptions());
  setup.environment.insert(setup.environment.begin(), names.begin(), names.end());
  std::vector<std::string> problems(std::size(kPlanted));
  const int back = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  int signal = 0;
  if (chdir(directory->c_str()) == 0) {
    std::vector<Job> jobs;
    for (size_t i = 0; i < std::size(kPlanted); ++i) jobs.push_back(MakeJob(kPlanted[i], setup, &problems[i]));
    signal = RunJobs(std::move(jobs), std::max(1u, std::thread::hardware_concurrency()), setup.timeout_seconds);
    if (fchdir(back) != 0) problems[0] = "left no way back to the folder that doctor was started in";
  } else {
    problems.assign(problems.size(), StrCat("was not run: cannot work in ", *directory));
  }
  close(back);
  std::error_code ignored;
  std::filesystem::remove_all(*directory, ignored);
  if (signal != 0) EndLike({128 + signal, signal, true});
  std::vector<std::string> said;
  for (size_t i = 0; i < problems.size(); ++i) {
    if (!problems[i].empty()) said.push_back(StrCat(kPlanted[i].name, " ", problems[i]));
  }
  return said;
}

}  // namespace lockstep
