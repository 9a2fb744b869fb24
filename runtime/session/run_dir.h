// How the checked processes of one `lockstep run` tell it what they found: files in a private
// directory, whose name is in LOCKSTEP_RUN_DIR.
//
//   <pid>.open   a process that uses OpenCL and has not ended: what it has found (kept_launches.h)
//   <pid>-N.open what the process found before it became another program (exec) that uses OpenCL too
//   <pid>.done   a process that has written its report
//   <process>.kernel-N  a kernel of which others of these files speak (kept_launches.h)
//   box          leads to the memory in which launches under way leave what they find (black_box.h)
//   claimed      made by the first process that writes to --report=FILE
#ifndef LOCKSTEP_RUNTIME_SESSION_RUN_DIR_H_
#define LOCKSTEP_RUNTIME_SESSION_RUN_DIR_H_

#include <string>
#include <vector>

#include "runtime/base/options.h"
#include "runtime/base/status.h"
#include "runtime/report/report.h"

namespace lockstep {

inline constexpr char kRunDirVariable[] = "LOCKSTEP_RUN_DIR";

// The part of a process's report that decides about the exit status.
struct ProcessResult {
  long pid = 0;
  Totals totals;
  bool finished = false;  // wrote its report itself
  std::string report;     // if it had no place to write it to
  std::string state;      // if it is not finished: text of a LaunchKeeper
};

// Leaves the state of this process in `directory`: finished, with the report if somebody else must write it,
// or open with the text of a LaunchKeeper.
void LeaveResult(const std::string& directory, const Totals& totals, bool finished,
                 std::string_view text);

// Puts aside what a program left that ran in this process before it called exec. For the first use of
// OpenCL in a program.
void KeepResultOfEarlierProgram(const std::string& directory);

// What all processes left there, by process id.
std::vector<ProcessResult> ReadResults(const std::string& directory);

// The report in the form that `options` ask for; colours as this process's stderr wants them.
std::string RenderReport(const Report& report, const Options& options);

// Writes `text` to --report=FILE, or to stderr if there is none or it cannot be written. Of several
// processes of one run the first gets FILE and the others FILE.<pid>, unless it has %p.
// `directory`: of the run; "" if there is none. False if the program has put something else in
// stderr's place, so that the report went nowhere.
bool EmitReport(const std::string& text, const Options& options, const std::string& directory);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_RUN_DIR_H_
