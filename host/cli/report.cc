// `lockstep report`: reports that were written before, merged, converted and compared.
#include "host/cli/report.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <utility>

#include "host/cli/command_line.h"
#include "runtime/base/file.h"
#include "runtime/base/log.h"
#include "runtime/base/output_file.h"
#include "runtime/base/project_file.h"
#include "runtime/base/text.h"
#include "runtime/report/graph_file.h"
#include "runtime/report/merge_reports.h"
#include "runtime/report/read_report.h"
#include "runtime/report/report_forms.h"
#include "runtime/session/agreed.h"
#include "runtime/session/run_dir.h"

namespace lockstep {
namespace {

constexpr char kUsage[] =
    "usage: lockstep report [options] FILE.json…\n"
    "       lockstep report --diff [options] OLD.json NEW.json\n"
    "\n"
    "Reads reports in JSON of one or several processes, runs or machines, merges equal\n"
    "findings, prints the text and writes it in other forms. The exit status is 66 if\n"
    "there is something that --fail-on counts, and 2 if a file cannot be read.\n\n";

// Those of options.def that say something of a report.
const std::vector<std::string>& ReportOptions() {
  static const auto* names = new std::vector<std::string>{
      "report",  "format", "max-findings", "suppressions", "write-suppressions", "baseline", "quiet",
      "verbose", "color",  "project",      "fail-on",      "error-exitcode"};
  return *names;
}

std::vector<OwnOption> ReportsOwnOptions() {
  return {{"diff", "", "of two files, an old report and a new one: what is new, what is known, and what is gone"}};
}

// The reports of `files`, in order; those that cannot be read are said, and clear `*all_read`.
std::vector<Report> ReadAll(const std::vector<std::string>& files, bool* all_read) {
  std::vector<Report> reports;
  for (const std::string& file : files) {
    const StatusOr<std::string> content = ReadFile(file);
    StatusOr<std::vector<Report>> read = content.ok() ? ReadReports(*content) : content.status();
    if (!read.ok()) {
      *all_read = false;
      Log(StrCat("report: ", content.ok() ? StrCat(file, " ") : "", read.status().message(), "; it is left out"));
      continue;
    }
    std::move(read->begin(), read->end(), std::back_inserter(reports));
  }
  return reports;
}

// To --report=FILE, or to stdout.
Status WriteMain(const Report& report, Options options) {
  if (options.color == ColorMode::kAuto && isatty(STDOUT_FILENO) == 0) options.color = ColorMode::kNever;
  const std::string text = RenderReport(report, options);
  if (!options.report.empty()) return WriteOutput(ExpandReportPath(options.report), text);
  if (std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) return OkStatus();
  Status failed = UnavailableError(StrCat("cannot write to stdout: ", std::strerror(errno)));
  std::clearerr(stdout);  // it is said
  return failed;
}

int Run(const std::vector<std::string>& files, bool diff, const Options& options) {
  bool all_read = true;
  Agreements agreements = ReadAgreements(options);
  for (const std::string& problem : agreements.problems) Log(problem);
  std::vector<Report> old;
  if (diff) {
    old = ReadAll({files[0]}, &all_read);
    if (old.empty()) return 2;
    for (const Report& report : old) {
      for (const auto* list : {&report.findings, &report.known}) {
        for (const Mistake& mistake : *list) agreements.known.insert(mistake.id);
      }
    }
  }
  std::vector<Report> reports = ReadAll(diff ? std::vector<std::string>{files[1]} : files, &all_read);
  if (reports.empty()) {
    if (all_read) Log("report: no report is in the files");
    return 2;
  }
  Repeats repeats;
  reports = WithoutRepeats(std::move(reports), &repeats);
  if (repeats.left_out > 0) {
    Log(StrCat("report: ", Counted(repeats.left_out, "report", "reports"),
               " left out: another one tells of the same processes"));
  }
  if (repeats.counted_twice > 0) {
    Log(StrCat("report: ", Counted(repeats.counted_twice, "process", "processes"),
               " counted twice: in two reports, of which each has others, too"));
  }
  Report report = MergeReports(std::move(reports), options, agreements);
  if (diff) report.gone = GoneSince(MergeReports(std::move(old), options, {}), report);
  report.project_file = options.project == kNoProject ? "" : options.project;
  const bool kept = KeepAgreements(report, options);
  if (!options.quiet) SayUnused(report.unused);
  Status written = WriteForms(report, options);
  if (Status main = WriteMain(report, options); !main.ok()) {
    Log(StrCat("--report: ", main.message()));
    written = std::move(main);
  }
  all_read = all_read && !agreements.no_suppressions && !agreements.no_baseline;
  if (!all_read || !kept || !written.ok()) return 2;
  return Fails(report.totals, options.fail_on) ? static_cast<int>(options.error_exitcode) : 0;
}

}  // namespace

Status WriteForms(const Report& report, const Options& options) {
  Status all = OkStatus();
  for (const ReportFile& file : options.report_files) {
    Status status = WriteOutput(ExpandReportPath(file.path), ReportInForm(report, file.form, options.verbose));
    if (status.ok()) continue;
    Log(StrCat("--report=", WordOf(file.form), ": ", status.message()));
    all = std::move(status);
  }
  if (options.command_graph.empty()) return all;
  const std::string& path = options.command_graph;
  Status status = WriteOutput(ExpandReportPath(path), GraphFile(report, path));
  if (status.ok()) return all;
  Log(StrCat("--command-graph: ", status.message()));
  return status;
}

CommandHelp ReportHelp() { return {kUsage, OptionRows(ReportsOwnOptions(), ReportOptions())}; }

int ReportCommand(const std::vector<std::string>& words) {
  const auto line = ParseCommandLine(words, ReportsOwnOptions(), /*stop_at_word=*/false, ReportOptions());
  if (!line.ok()) {
    Log(line.status().message());
    return 2;
  }
  if (line->help) {
    std::printf("%s%s", kUsage, OptionsHelp(ReportsOwnOptions(), ReportOptions()).c_str());
    return 0;
  }
  const bool diff = line->HasOwn("diff");
  if (diff && line->rest.size() != 2) {
    Log("report --diff needs two files: lockstep report --diff OLD.json NEW.json");
    return 2;
  }
  if (line->rest.empty()) {
    Log("report needs reports in JSON: lockstep report FILE.json…, as --report=json:FILE writes them");
    return 2;
  }
  return Run(line->rest, diff, line->options);
}

}  // namespace lockstep
