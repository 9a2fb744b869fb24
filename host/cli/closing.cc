// The last line of `lockstep run`, over all processes of the program.
#include "host/cli/closing.h"

#include <vector>

#include "runtime/base/text.h"

namespace lockstep {
namespace {

std::string FindingsText(const Closing& closing) {
  const Totals& totals = closing.totals;
  std::vector<std::string> found;
  if (totals.errors > 0) found.push_back(Counted(totals.errors, "error", "errors"));
  if (totals.warnings > 0) found.push_back(Counted(totals.warnings, "warning", "warnings"));
  if (totals.infos > 0) found.push_back(Counted(totals.infos, "info", "infos"));
  std::string text = found.empty() ? "no findings" : Join(found, ", ");
  if (!found.empty() && closing.opencl > 1) {
    text += StrCat(" in ", totals.errors > 0 ? closing.with_errors : closing.with_findings);
  }
  if (totals.unchecked > 0) {
    text += StrCat("; ", Counted(totals.unchecked, "launch", "launches"), " not checked");
  }
  if (totals.incomplete > 0) text += "; incomplete";
  return text;
}

// What the processes are about that run on, which the command does not wait for.
std::string RunningText(const Closing& closing) {
  std::vector<std::string> parts;
  const auto are = [](uint64_t count) { return count == 1 ? " is" : " are"; };
  if (closing.running > 0) {
    parts.push_back(StrCat(closing.running, are(closing.running), " still running: ",
                           closing.running == 1 ? "its" : "their", " totals are those so far"));
  }
  if (closing.others > 0) {
    parts.push_back(StrCat(Counted(closing.others, "process", "processes"), are(closing.others),
                           " still running without having used OpenCL: what ",
                           closing.others == 1 ? "it finds" : "they find", " is not in"));
  }
  return Join(parts, "; ");
}

// "; see FILE and above": all places where the report is.
std::string WhereText(const Closing& closing, const Options& options) {
  std::vector<std::string> places;
  if (closing.in_file) places.push_back(options.report);
  const auto add_form = [&](const std::string& path) {
    if (closing.forms.count(path) != 0) places.push_back(path);
  };
  for (const ReportFile& file : options.report_files) add_form(file.path);
  add_form(options.command_graph);
  if (closing.here) places.emplace_back("above");
  return places.empty() ? "" : StrCat("; see ", Join(places, " and "));
}

}  // namespace

std::string ClosingLine(const Closing& closing, const Options& options) {
  const Totals& totals = closing.totals;
  const std::string running = RunningText(closing);
  if (closing.opencl == 0) return running;  // the rest is what the summary says
  if (closing.opencl == 1 && running.empty() && options.report.empty()) return "";
  const bool news = totals.errors + totals.warnings + totals.infos + totals.unchecked + totals.incomplete +
                        closing.running + closing.others >
                    0;
  if (options.quiet && !news) return "";
  std::string line = StrCat(closing.opencl, " of ", Counted(closing.processes, "process", "processes"),
                            " used OpenCL: ", FindingsText(closing));
  if (!running.empty()) line += StrCat("; ", running);
  return StrCat(line, WhereText(closing, options));
}

}  // namespace lockstep
