// What the checked processes of one `lockstep run` tell it through the channel, and where reports go.
#include "runtime/session/run_dir.h"

#include <unistd.h>

#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/base/file.h"
#include "runtime/base/log.h"
#include "runtime/base/output_file.h"
#include "runtime/base/text.h"
#include "runtime/report/json_report.h"
#include "runtime/report/report_forms.h"
#include "runtime/report/text_report.h"

namespace lockstep {
namespace {

// True if this process is the first of its run that asks.
bool Claim(const ChannelTable* channel) {
  return channel == nullptr ? !ChannelNamed() : channel->Claim();
}

bool ParseHead(const std::string& head, Totals* totals) {
  std::vector<std::string> numbers = Split(head, ' ');
  uint64_t* fields[] = {&totals->errors, &totals->warnings, &totals->infos, &totals->unchecked,
                        &totals->incomplete};
  if (numbers.size() != std::size(fields)) return false;
  for (size_t i = 0; i < numbers.size(); ++i) {
    auto number = ParseUnsigned(numbers[i]);
    if (!number) return false;
    *fields[i] = *number;
  }
  return true;
}

}  // namespace

bool LeaveResult(ProcessSlot& slot, const Totals& totals, bool finished, std::string_view text) {
  const std::string content = StrCat(totals.errors, " ", totals.warnings, " ", totals.infos, " ",
                                     totals.unchecked, " ", totals.incomplete, "\n", text);
  return slot.Leave(content, finished);
}

ProcessResult ReadResult(SlotContent content) {
  ProcessResult result;
  result.pid = content.pid;
  result.slot = content.slot;
  result.finished = content.finished;
  result.alive = content.alive;
  result.lost = content.lost;
  result.report_on = content.report_on;
  result.kernels = std::move(content.kernels);
  result.board = std::move(content.board);
  const size_t end = content.text.find('\n');
  if (end == std::string::npos || !ParseHead(content.text.substr(0, end), &result.totals)) {
    result.lost = true;
    return result;
  }
  (result.finished ? result.report : result.state) = content.text.substr(end + 1);
  return result;
}

std::string RenderReport(const Report& report, const Options& options) {
  if (options.format == ReportFormat::kJson) return JsonReport(report);
  TextStyle style;
  style.color = options.color == ColorMode::kAlways ||
                (options.color == ColorMode::kAuto && options.report.empty() && StderrWantsColor());
  style.quiet = options.quiet;
  style.verbose = options.verbose;
  return TextReport(report, style);
}

Went EmitReport(const std::string& text, const Report* report, const Options& options, const ChannelTable* channel) {
  std::optional<bool> first;
  const auto place_of = [&](const std::string& path) {
    std::string place = ExpandReportPath(path);
    if (place != path) return place;
    if (!first) first = Claim(channel);
    return *first ? place : StrCat(place, ".", getpid());
  };
  for (const ReportFile& file : options.report_files) {
    if (report == nullptr) break;
    const Status status = WriteOutput(place_of(file.path), ReportInForm(*report, file.form, options.verbose));
    if (!status.ok()) Log(StrCat("--report=", WordOf(file.form), ": ", status.message()));
  }
  const auto on_stderr = [&] { return WriteStderr(text) ? Went::kStderr : Went::kNowhere; };
  if (options.report.empty()) return on_stderr();
  const Status status = WriteOutput(place_of(options.report), text);
  if (status.ok()) return Went::kFile;
  Log(StrCat("--report: ", status.message(), "; the report follows here"));
  return on_stderr();
}

}  // namespace lockstep
