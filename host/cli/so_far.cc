// What the processes of a program that still runs have found so far.
#include "host/cli/so_far.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "runtime/base/log.h"
#include "runtime/base/text.h"
#include "runtime/report/merge_reports.h"
#include "runtime/report/text_report.h"
#include "runtime/session/left_report.h"

namespace lockstep {
namespace {

// "so far, after 12 s: 2 processes have used OpenCL, 1 of them still runs: 40 launches; the program goes on"
std::string HeadOf(const Progress& progress) {
  std::string head = StrCat("so far, after ", static_cast<uint64_t>(progress.seconds), " s: ");
  if (progress.processes == 0) return head + "no process has used OpenCL; the program goes on";
  head += StrCat(Counted(progress.processes, "process has", "processes have"), " used OpenCL, ", progress.running,
                 " of them ", progress.running == 1 ? "is" : "are", " running; ",
                 Counted(progress.launches, "launch", "launches"), "; the program goes on");
  return head;
}

}  // namespace

SoFar::SoFar(const RunChannel& channel, std::vector<std::string> command, const Options& options,
             const Agreements& agreements)
    : channel_(channel),
      command_(std::move(command)),
      options_(options),
      agreements_(agreements),
      begin_(std::chrono::steady_clock::now()) {
  options_.max_findings = 0;
}

double SoFar::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

Report SoFar::ReportOf(const ProcessResult& result) const {
  const Fate fate = result.finished ? Fate() : Fate{result.alive ? "was looked at" : "ended", 0, result.alive};
  bool whole = true;
  return ReportOfLeft(result, channel_, fate, options_, &whole);
}

Progress SoFar::Look() {
  Progress progress;
  progress.seconds = seconds();
  for (ProcessResult& result : channel_.ResultsNow(saves_)) {
    if (result.alive) ++progress.running;
    Known& known = known_[result.slot];
    if (result.saves != 0 && std::exchange(saves_[result.slot], result.saves) != result.saves) {
      const Report report = MergeReports({ReportOf(result)}, options_, agreements_);
      known.launches = report.launches - report.left_out.launches;
      known.timed_out = report.timed_out.size();
      known.findings.clear();
      for (const Mistake& mistake : report.findings) known.findings.insert(mistake.id);
    }
    if (!result.finished) known.launches = std::max(known.launches, result.board.launches);
    std::move(result.board.under_way.begin(), result.board.under_way.end(), std::back_inserter(progress.under_way));
  }
  std::set<std::string> findings;
  for (const auto& [slot, known] : known_) {
    progress.launches += known.launches;
    progress.findings += known.timed_out;
    findings.insert(known.findings.begin(), known.findings.end());
  }
  progress.processes = known_.size();
  progress.findings += findings.size();
  std::stable_sort(progress.under_way.begin(), progress.under_way.end(),
                   [](const UnderWay& a, const UnderWay& b) { return a.seconds > b.seconds; });
  return progress;
}

void SoFar::Show() {
  channel_.AskForFindings();
  const Progress progress = Look();
  TextStyle style;
  style.color = options_.color == ColorMode::kAlways || (options_.color == ColorMode::kAuto && StderrWantsColor());
  style.verbose = options_.verbose;
  std::string text = StrCat("lockstep: ", HeadOf(progress), "\n");
  std::vector<Report> reports;
  for (const ProcessResult& result : channel_.ResultsNow({})) reports.push_back(ReportOf(result));
  if (!reports.empty()) {
    const bool several = reports.size() > 1;
    Report whole = MergeReports(std::move(reports), options_, agreements_);
    if (several) whole.command = command_;
    whole.unused.clear();  // what no finding matches yet
    text += TextReport(whole, style);
  }
  WriteStderr(text);
}

}  // namespace lockstep
