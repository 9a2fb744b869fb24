// The end of `lockstep run`: what all processes of the program left, put together.
#include "host/cli/conclude.h"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "host/cli/closing.h"
#include "host/cli/orphans.h"
#include "runtime/base/log.h"
#include "runtime/base/text.h"
#include "runtime/report/report.h"
#include "runtime/session/agreed.h"
#include "runtime/session/killed.h"
#include "runtime/session/run_dir.h"
#include "runtime/session/started.h"

namespace lockstep {
namespace {

// Who is asked to go says what there is, of those that do not end too.
bool Goes(const ProcessEnd& end) { return end.left || end.signal == SIGINT || end.signal == SIGTERM; }

// How the process that left `result` ended. `end`: of the command's own.
Fate FateOf(const ProcessResult& result, const ProcessEnd& end) {
  if (result.alive && !Goes(end)) return {"outlived the command", 0, true};
  if (result.alive) return {"was left running", end.signal, true};
  if (result.pid == end.pid) {
    if (end.signal == 0) return {"ended", 0, false};
    return {StrCat("was killed by ", SignalName(end.signal)), end.signal, false};
  }
  // Of others we have not seen the end: by the signal that ended the command, or by which a shell says that it ended
  // what it ran.
  const int signal = AsksToEnd(end.signal)                                   ? end.signal
                     : end.asked != 0 && end.status == 128 + end.asked ? end.asked
                                                                             : 0;
  if (signal == 0) return {"ended", 0, false};
  return {StrCat("ended after ", SignalName(signal)), signal, false};
}

// What --fail-on looks at, and hidden findings not.
void Add(const Totals& one, Totals* sum) {
  sum->errors += one.errors;
  sum->warnings += one.warnings;
  sum->infos += one.infos;
  sum->unchecked += one.unchecked;
  sum->incomplete += one.incomplete;
}

// The report of a run in which no process used OpenCL, as far as is known.
Report Nothing(const std::vector<std::string>& command, const std::vector<NotLoadedProgram>& not_loaded) {
  Report nothing;
  nothing.version = Version();
  nothing.command = command;
  nothing.opencl_used = false;
  for (const NotLoadedProgram& program : not_loaded) nothing.incomplete.push_back({"", program.what, program.count});
  return nothing;
}

// How long processes that outlive the command may take to end too, in steps: a signal may have gone to all, or it was
// their parent's end that they waited for.
constexpr int kSteps = 50;
constexpr auto kStep = std::chrono::milliseconds(20);

struct Left {
  std::vector<ProcessResult> results;
  uint64_t others = 0;  // processes that have not ended and have left no result
};

Left LookAt(const RunChannel& channel, const ProcessEnd& end) {
  Left left;
  if (!end.left) {
    ReapOrphans(0);
    left.others = LivingDescendants();
  }
  left.results = channel.Results();
  const auto is_alive = [](const ProcessResult& result) { return result.alive; };
  const auto alive = static_cast<uint64_t>(std::count_if(left.results.begin(), left.results.end(), is_alive));
  left.others -= std::min(left.others, alive);
  return left;
}

// What all processes left. Those that outlive the command may be about to end; others are daemons, which nobody waits
// for.
Left Settled(const RunChannel& channel, const ProcessEnd& end) {
  Left left = LookAt(channel, end);
  for (int step = 0; !end.left && step < kSteps; ++step) {
    const auto unsettled = [](const ProcessResult& result) { return result.alive && !result.finished; };
    if (left.others == 0 && std::none_of(left.results.begin(), left.results.end(), unsettled)) break;
    std::this_thread::sleep_for(kStep);
    left = LookAt(channel, end);
  }
  return left;
}

}  // namespace

bool Conclude(const RunChannel& channel, const std::vector<std::string>& command, const ProcessEnd& end,
              const Options& options, const Agreements& agreements, bool close) {
  bool fails = false;
  uint64_t lost = channel.IsDamaged() ? 1 : channel.Refused();
  const Left left = Settled(channel, end);
  const std::vector<ProcessResult>& results = left.results;
  const StderrPlace here = PlaceOfStderr();
  Closing closing;
  const auto note = [&closing](Went went) { (went == Went::kFile ? closing.in_file : closing.here) = true; };
  for (const ProcessResult& result : results) {
    Totals totals = result.totals;
    bool whole = !result.lost;
    if (result.finished) {
      if (!result.report.empty()) {
        note(EmitReport(result.report, nullptr, options, &channel.table()));
      } else if (result.report_on.IsNowhere() && !options.report.empty()) {
        closing.in_file = true;
      } else {
        (result.report_on == here ? closing.here : closing.elsewhere) = true;
      }
    } else {
      const Report report = ReportOfKilled(result, channel, FateOf(result, end), options, agreements, &whole);
      totals = report.totals;
      KeepAgreements(report, options, &channel.table());
      note(EmitReport(RenderReport(report, options), &report, options, &channel.table()));
      if (result.alive && !Goes(end)) {
        ++closing.running;
        whole = true;  // it outlived the command, and reports for itself when it ends
      }
    }
    if (!whole) ++lost;
    if (totals.errors > 0) ++closing.with_errors;
    if (totals.errors + totals.warnings + totals.infos > 0) ++closing.with_findings;
    Add(totals, &closing.totals);
    fails = fails || Fails(totals, options.fail_on);
  }
  const std::vector<NotLoadedProgram> not_loaded = NotLoaded(channel.table());
  closing.others = left.others;
  closing.totals.unseen = closing.running + closing.others;
  closing.opencl = results.size();
  closing.processes = channel.table().header().loaded.load();
  for (const NotLoadedProgram& program : not_loaded) {
    closing.processes += program.count;
    closing.totals.incomplete += program.count;
    if (!results.empty()) Log(StrCat("incomplete: ", program.what, ": ", program.count));
  }
  closing.processes = std::max(closing.processes, closing.opencl);  // as a layer it is loaded where OpenCL is used
  if (results.empty()) {
    const Report nothing = Nothing(command, not_loaded);
    EmitReport(RenderReport(nothing, options), &nothing, options, &channel.table());
  }
  if (lost > 0) {
    Log(StrCat("what ", Counted(lost, "process", "processes"),
               " found could not be handed over, all or in part: the findings above may not be all"));
  }
  closing.totals.no_baseline = agreements.no_baseline;
  if (close && !options.quiet && !results.empty()) SayUnused(UnusedIn(channel.table(), agreements.suppressions));
  const std::string last = close ? ClosingLine(closing, options) : "";
  if (!last.empty()) Log(last);
  return fails || lost > 0 || Fails(closing.totals, options.fail_on);
}

}  // namespace lockstep
