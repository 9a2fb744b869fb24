// The doctor's self-test: planted errors and their repaired twins, each run as a user would.
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "host/cli/doctor.h"
#include "host/cli/process.h"
#include "runtime/base/file.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

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
    {"divergence-clean",
     "kernel void k(global int *a) {\n"
     "  if (get_group_id(0) < 2) {\n"
     "    barrier(CLK_LOCAL_MEM_FENCE);\n"
     "  }\n"
     "  a[get_global_id(0)] = 1;\n"
     "}\n",
     "", 0},
};

// What the report at `path` says, compared with what was planted; "" if that agrees.
std::string Judge(const Planted& planted, const std::string& path) {
  auto text = ReadFile(path);
  if (!text.ok()) return "wrote no report";
  auto report = nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!report.is_object()) return "wrote a report that is no JSON";
  const auto& findings = report["findings"];
  for (const auto& skipped : report["not_instrumented"]) {
    return StrCat("was not instrumented: ", skipped.value("reason", std::string()));
  }
  if (report["summary"].value("launches_checked", 0) != 1) return "was not checked";
  if (*planted.rule == '\0') {
    return findings.empty() ? ""
                            : "is correct, but has " + findings[0].value("rule", std::string());
  }
  for (const auto& finding : findings) {
    if (finding.value("rule", std::string()) != planted.rule) continue;
    for (const auto& access : finding["accesses"]) {
      if (access.value("line", 0) == planted.line) return "";
    }
  }
  return StrCat("has a ", planted.rule, " at line ", planted.line, " that was not found");
}

// In the current directory: the driver and we cache by what the source is called, and a name that
// changes with every run would never be found again.
std::string RunOne(const Planted& planted, const std::string& device) {
  std::string source = StrCat(planted.name, ".cl");
  std::string report = StrCat(planted.name, ".json");
  if (Status status = WriteFile(source, planted.source); !status.ok()) return status.message();
  std::string output;
  ProcessEnd end = RunCaptured(
      {ExecutableDirectory() + "/lockstep", "kernel", source, "--device=" + device, "--global=128",
       "--local=32", "--arg=0:buffer,128*int,zeros", "--certify=off", "--format=json", "--report=" + report},
      {{"LOCKSTEP_OPTIONS", ""}}, &output);
  std::string problem;
  if (end.signal != 0) {
    problem = StrCat("died of signal ", end.signal);
  } else if (end.status != 0 && end.status != 66) {
    problem = StrCat("exited with ", end.status);
  } else {
    problem = Judge(planted, report);
  }
  if (!problem.empty() && !output.empty()) problem += StrCat("; it said: ", Strip(output));
  unlink(source.c_str());
  unlink(report.c_str());
  return problem;
}

}  // namespace

int SelfTestCount() { return static_cast<int>(std::size(kPlanted)); }

std::vector<std::string> SelfTest(const std::string& device_number) {
  std::vector<std::string> problems;
  const StatusOr<std::string> directory = MakeTemporaryDirectory("lockstep-doctor");
  if (!directory.ok()) return {directory.status().message()};
  char back[PATH_MAX];
  if (getcwd(back, sizeof(back)) == nullptr || chdir(directory->c_str()) != 0) {
    return {StrCat("cannot work in ", *directory)};
  }
  for (const Planted& planted : kPlanted) {
    std::string problem = RunOne(planted, device_number);
    if (!problem.empty()) problems.push_back(StrCat(planted.name, " ", problem));
  }
  if (chdir(back) != 0) problems.push_back("cannot go back to the directory it was started in");
  rmdir(directory->c_str());
  return problems;
}

}  // namespace lockstep
