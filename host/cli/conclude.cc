// The end of `lockstep run`: what all processes of the program left, put together.
#include "host/cli/conclude.h"

#include <cstring>

#include "runtime/base/log.h"
#include "runtime/base/text.h"
#include "runtime/report/report.h"
#include "runtime/session/killed.h"
#include "runtime/session/run_dir.h"

namespace lockstep {
namespace {

// How the process that left `result` ended, as in "was killed by SIGSEGV". `end`: of the command's own.
std::string EndOf(const ProcessResult& result, const ProcessEnd& end) {
  if (result.pid != end.pid || end.signal == 0) return "ended";
  const char* name = sigabbrev_np(end.signal);
  return name == nullptr ? StrCat("was killed by signal ", end.signal) : StrCat("was killed by SIG", name);
}

}  // namespace

bool Conclude(const RunChannel& channel, const std::vector<std::string>& command, const ProcessEnd& end,
              const Options& options) {
  bool fails = false;
  uint64_t lost = channel.Refused();
  const std::vector<ProcessResult> results = channel.Results();
  for (const ProcessResult& result : results) {
    Totals totals = result.totals;
    bool whole = !result.lost;
    if (result.finished) {
      if (!result.report.empty()) EmitReport(result.report, options, &channel.table());
    } else if (!result.alive) {
      const Report report = ReportOfKilled(result, channel, EndOf(result, end), options, &whole);
      totals = report.totals;
      EmitReport(RenderReport(report, options), options, &channel.table());
    } else {
      whole = true;  // it outlived the command, and reports for itself when it ends
    }
    if (!whole) ++lost;
    fails = fails || Fails(totals, options.fail_on);
  }
  if (results.empty()) {
    Report nothing;
    nothing.version = Version();
    nothing.command = command;
    EmitReport(RenderReport(nothing, options), options, &channel.table());
  }
  if (lost > 0) {
    Log(StrCat("what ", Counted(lost, "process", "processes"),
               " found could not be handed over, all or in part: the findings above may not be all"));
  }
  return fails || lost > 0;
}

}  // namespace lockstep
