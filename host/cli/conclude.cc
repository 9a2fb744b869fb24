// The end of `lockstep run`: what all processes of the program left, put together.
#include "host/cli/conclude.h"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <thread>

#include "host/cli/closing.h"
#include "host/cli/orphans.h"
#include "host/cli/symbols.h"
#include "runtime/base/log.h"
#include "runtime/base/project_file.h"
#include "runtime/base/text.h"
#include "runtime/report/host_stacks.h"
#include "runtime/report/merge_reports.h"
#include "runtime/report/report.h"
#include "runtime/session/agreed.h"
#include "runtime/session/left_report.h"
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

// The report of a run in which no process used OpenCL, as far as is known.
Report Nothing(const std::vector<std::string>& command) {
  Report nothing;
  nothing.version = Version();
  nothing.command = command;
  nothing.opencl_used = false;
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

// The reports of all processes, of all that they found: what a project has agreed on is for the whole.
std::vector<Report> ReportsOf(const std::vector<ProcessResult>& results, const RunChannel& channel,
                              const ProcessEnd& end, const Options& options, uint64_t* lost, Closing* closing) {
  Options all = options;
  all.max_findings = 0;
  std::vector<Report> reports;
  for (const ProcessResult& result : results) {
    bool whole = true;
    const Fate fate = result.finished ? Fate() : FateOf(result, end);
    reports.push_back(ReportOfLeft(result, channel, fate, all, &whole));
    if (!result.finished && result.alive && !Goes(end)) {
      ++closing->running;
      whole = true;  // it outlived the command, and reports for itself when it ends
    }
    if (!whole) ++*lost;
  }
  return reports;
}

// Whether each process has a file of its own by this name.
bool IsOfEach(const std::string& path) { return ExpandReportPath(path, 0) != ExpandReportPath(path, 1); }

// Writes the reports of each process, as far as there are files for them, and that of all.
void WriteAll(const std::vector<Report>& reports, const Report& whole, const Options& options,
              const Agreements& agreements, const ChannelTable& channel, Closing* closing) {
  std::vector<ReportFile> of_each, of_all;
  for (const ReportFile& file : options.report_files) (IsOfEach(file.path) ? of_each : of_all).push_back(file);
  const auto note = [closing](Went went) {
    closing->in_file |= went == Went::kFile;
    closing->here |= went == Went::kStderr;
  };
  const auto write_forms = [&](const Report& report, const std::vector<ReportFile>& files) {
    for (const std::string& path : EmitForms(report, files, options, &channel)) closing->forms.insert(path);
  };
  const auto write_graph = [&](const Report& report) {
    if (EmitGraph(report, options, &channel)) closing->forms.insert(options.command_graph);
  };
  const bool main_of_each = !reports.empty() && IsOfEach(options.report);
  const bool graph_of_each = IsOfEach(options.command_graph);
  if (main_of_each || graph_of_each || !of_each.empty()) {
    // A process that became another program (exec) has two reports, and one name for a file.
    std::map<uint64_t, std::vector<Report>> by_pid;
    for (const Report& report : reports) by_pid[report.process.pid].push_back(report);
    for (const auto& [pid, lives] : by_pid) {
      const Report own = MergeReports(lives, options, agreements);
      write_forms(own, of_each);
      if (graph_of_each) write_graph(own);
      if (main_of_each) note(EmitReport(own, options, &channel));
    }
  }
  write_forms(whole, of_all);
  if (!graph_of_each) write_graph(whole);
  if (!main_of_each) note(EmitReport(whole, options, &channel));
}

// What all processes show, with the findings that are equal as one.
Report WholeOf(const std::vector<Report>& reports, const std::vector<std::string>& command, const ProcessEnd& end,
               const Options& options, const Agreements& agreements) {
  Report whole = MergeReports(reports, options, agreements);
  if (reports.size() > 1) {
    whole.command = command;
    if (end.pid > 0) whole.process.pid = static_cast<uint64_t>(end.pid);
    if (options.project != kNoProject) whole.project_file = options.project;
  }
  return whole;
}

// In how many of the processes there is something that was not left out by agreement.
void CountProcesses(const Report& whole, const std::vector<Report>& reports, Closing* closing) {
  std::set<std::string> errors, all;
  for (const Mistake& mistake : whole.findings) {
    all.insert(mistake.id);
    if (mistake.first().severity == Severity::kError) errors.insert(mistake.id);
  }
  const auto has = [](const Report& report, const std::set<std::string>& ids) {
    const auto is_in = [&](const Mistake& mistake) { return ids.count(mistake.id) != 0; };
    return std::any_of(report.findings.begin(), report.findings.end(), is_in) || !report.timed_out.empty();
  };
  for (const Report& report : reports) {
    if (has(report, errors)) ++closing->with_errors;
    if (has(report, all)) ++closing->with_findings;
  }
}

}  // namespace

bool Conclude(const RunChannel& channel, const std::vector<std::string>& command, const ProcessEnd& end,
              const Options& options, const Agreements& agreements, bool close) {
  const Left left = Settled(channel, end);
  uint64_t lost = channel.IsDamaged() ? 1 : channel.Refused();
  Closing closing;
  std::vector<Report> reports = ReportsOf(channel.Take(), channel, end, options, &lost, &closing);
  std::vector<Report*> with_stacks;
  for (Report& report : reports) with_stacks.push_back(&report);
  GiveSources(with_stacks, AskCompilerForSymbols);
  const std::vector<NotLoadedProgram> not_loaded = NotLoaded(channel.table());
  closing.others = left.others;
  closing.opencl = reports.size();
  closing.processes = channel.table().header().loaded.load();
  for (const NotLoadedProgram& program : not_loaded) closing.processes += program.count;
  closing.processes = std::max(closing.processes, closing.opencl);  // as a layer it is loaded where OpenCL is used
  Report whole = reports.empty() ? Nothing(command) : WholeOf(reports, command, end, options, agreements);
  for (const NotLoadedProgram& program : not_loaded) whole.incomplete.push_back({"", program.what, program.count});
  CountUnchecked(&whole);
  whole.totals.no_baseline = agreements.no_baseline;
  CountProcesses(whole, reports, &closing);
  KeepAgreements(whole, options);
  WriteAll(reports, whole, options, agreements, channel.table(), &closing);
  if (close && !options.quiet) SayUnused(whole.unused);
  if (lost > 0) {
    Log(StrCat("what ", Counted(lost, "process", "processes"),
               " found could not be handed over, all or in part: the findings above may not be all"));
  }
  closing.totals = whole.totals;
  closing.totals.unseen = closing.running + closing.others;
  const std::string last = close ? ClosingLine(closing, options) : "";
  if (!last.empty()) Log(last);
  return lost > 0 || Fails(closing.totals, options.fail_on);
}

}  // namespace lockstep
