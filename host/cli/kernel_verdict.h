// What `lockstep kernel` says about each of many kernels: one verdict, as a line of text or as JSON.
#ifndef LOCKSTEP_HOST_CLI_KERNEL_VERDICT_H_
#define LOCKSTEP_HOST_CLI_KERNEL_VERDICT_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace lockstep {

// What became of one launch of one kernel.
struct KernelVerdict {
  enum class State { kClean, kFindings, kNotInstrumented, kNotRun };
  std::string file;
  std::string kernel;  // "" if the file does not build, or no launch of it is known
  unsigned launch = 0;  // from 1 on among several launches of the file's comments; 0: the only one
  State state = State::kNotRun;
  std::string reason;  // not instrumented, not run; or how it ended after its findings
  uint64_t races = 0;  // errors, as the next two are
  uint64_t divergences = 0;
  uint64_t out_of_bounds = 0;
  uint64_t warnings = 0;
  uint64_t infos = 0;
  uint64_t unchecked = 0;   // launches
  uint64_t incomplete = 0;  // what was checked in part, or lost
  std::vector<std::string> positions;  // one line for each finding shown
  std::vector<std::string> remarks;    // what of a clean or partly checked kernel was not looked at
  std::vector<std::string> defaults;   // arguments that nobody gave, and what they got
  std::vector<std::string> command;    // runs it alone, with its whole report
  nlohmann::json report;               // of `--format=json`; null if there is none

  uint64_t Errors() const { return races + divergences + out_of_bounds; }
};

// How a launch ended, and what it wrote.
struct KernelEnd {
  int status = 0;
  int signal = 0;
  bool timed_out = false;
  uint64_t timeout_seconds = 0;
  std::string messages;  // its stderr
  std::string report;    // its JSON report; "" if it left none
};

// Fills in `verdict` but for file, kernel, launch and command.
void Judge(const KernelEnd& end, KernelVerdict* verdict);

// The reason in a process's `messages`: the last line that lockstep said, with the first error of
// the OpenCL compiler before it. "" if there is none.
std::string ReasonIn(const std::string& messages);

// "file.cl: k: 2 races, 1 divergence\n"; with `verbose` also the lines below it.
std::string VerdictText(const KernelVerdict& verdict, bool verbose);

// "summary: 5 launches of kernels in 3 files: 3 clean, …\n"; unless `verbose` shows it already, also
// what it would show.
std::string SummaryText(const std::vector<KernelVerdict>& verdicts, bool verbose);

// {"version", "tool", "kernels": […], "summary": {…}}
std::string VerdictsJson(const std::vector<KernelVerdict>& verdicts);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_KERNEL_VERDICT_H_
