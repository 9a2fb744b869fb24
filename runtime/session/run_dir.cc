// What the checked processes of one `lockstep run` tell it through the channel, and where reports go.
#include "runtime/session/run_dir.h"

#include <unistd.h>

#include <utility>

#include "runtime/base/file.h"
#include "runtime/base/log.h"
#include "runtime/base/output_file.h"
#include "runtime/base/text.h"
#include "runtime/report/graph_file.h"
#include "runtime/report/json_report.h"
#include "runtime/report/report_forms.h"
#include "runtime/report/text_report.h"

namespace lockstep {
namespace {

// Where `report` goes for `path`. Of several that would get the same file the first does.
std::string PlaceOf(const std::string& path, const Report& report, const ChannelTable* channel) {
  const uint64_t pid = report.process.pid == 0 ? static_cast<uint64_t>(getpid()) : report.process.pid;
  std::string place = ExpandReportPath(path, pid);
  const bool first = place != path || (channel == nullptr ? !ChannelNamed() : channel->Claim(getpid()));
  return first ? place : StrCat(place, ".", pid);
}

}  // namespace

ProcessResult ReadResult(SlotContent content) {
  ProcessResult result;
  result.pid = content.pid;
  result.slot = content.slot;
  result.finished = content.finished;
  result.alive = content.alive;
  result.lost = content.lost;
  result.late = content.late;
  result.saves = content.saves;
  result.state = std::move(content.text);
  result.kernels = std::move(content.kernels);
  result.board = std::move(content.board);
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

std::vector<std::string> EmitForms(const Report& report, const std::vector<ReportFile>& files, const Options& options,
                                   const ChannelTable* channel) {
  std::vector<std::string> written;
  for (const ReportFile& file : files) {
    const Status status =
        WriteOutput(PlaceOf(file.path, report, channel), ReportInForm(report, file.form, options.verbose));
    if (status.ok()) {
      written.push_back(file.path);
    } else {
      Log(StrCat("--report=", WordOf(file.form), ": ", status.message()));
    }
  }
  return written;
}

bool EmitGraph(const Report& report, const Options& options, const ChannelTable* channel) {
  if (options.command_graph.empty()) return false;
  const std::string& path = options.command_graph;
  const Status status = WriteOutput(PlaceOf(path, report, channel), GraphFile(report, path));
  if (!status.ok()) Log(StrCat("--command-graph: ", status.message()));
  return status.ok();
}

Went EmitReport(const Report& report, const Options& options, const ChannelTable* channel) {
  const std::string text = RenderReport(report, options);
  const auto on_stderr = [&] { return WriteStderr(text) ? Went::kStderr : Went::kNowhere; };
  if (options.report.empty()) return on_stderr();
  const Status status = WriteOutput(PlaceOf(options.report, report, channel), text);
  if (status.ok()) return Went::kFile;
  Log(StrCat("--report: ", status.message(), "; the report follows here"));
  return on_stderr();
}

}  // namespace lockstep
