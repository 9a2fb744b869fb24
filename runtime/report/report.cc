// The report's parts that all forms share.
#include "runtime/report/report.h"

#include "runtime/base/file.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

// " (1 checked, 9 certified)"; "" if all launches ran instrumented.
std::string ProofsText(const Report& report) {
  const uint64_t proven = report.pruned_launches + report.certified_launches;
  if (proven == 0) return "";
  std::vector<std::string> parts;
  const auto add = [&](uint64_t count, const char* what) {
    if (count > 0) parts.push_back(StrCat(WithCommas(count), " ", what));
  };
  add(report.checked_launches - proven, "checked");
  add(report.pruned_launches, "pruned");
  add(report.certified_launches, "certified");
  return StrCat(" (", Join(parts, ", "), ")");
}

}  // namespace

BarrierForms CountBarrierForms(const Report& report) {
  BarrierForms forms;
  for (const CheckedKernel& kernel : report.kernels) {
    // Loops in which work-items wait for others make kernels resumable too.
    if (kernel.barriers > 0 || kernel.transformed) ++(kernel.transformed ? forms.transformed : forms.left);
  }
  return forms;
}

void CountUnchecked(Report* report) {
  Totals& totals = report->totals;
  totals.unchecked = report->launches - report->left_out.launches - report->checked_launches;
  // Who left all out on purpose would not ask for unchecked launches: the filter has an error.
  if (report->launches == report->left_out.launches) totals.unchecked += report->left_out.launches;
  totals.incomplete = 0;
  for (const Incomplete& item : report->incomplete) totals.incomplete += item.count;
}

bool Fails(const Totals& totals, const FailOn& fail_on) {
  if (totals.errors > 0 || totals.no_baseline) return true;
  if (totals.warnings > 0 && fail_on.severity >= Severity::kWarning) return true;
  if (totals.infos > 0 && fail_on.severity >= Severity::kInfo) return true;
  if (totals.unseen > 0 && (fail_on.unchecked || fail_on.incomplete)) return true;
  return (totals.unchecked > 0 && fail_on.unchecked) || (totals.incomplete > 0 && fail_on.incomplete);
}

std::string SummaryLine(const Report& report, std::string_view rest) {
  const Totals& totals = report.totals;
  std::vector<std::string> found;
  if (totals.errors > 0) found.push_back(Counted(totals.errors, "error", "errors"));
  if (totals.warnings > 0) found.push_back(Counted(totals.warnings, "warning", "warnings"));
  if (totals.infos > 0) found.push_back(Counted(totals.infos, "info", "infos"));
  std::vector<std::string> parts;
  std::string first = found.empty() ? "no findings" : Join(found, ", ");
  const uint64_t wanted = report.launches - report.left_out.launches;
  if (!report.opencl_used) {
    first = report.incomplete.empty() ? "nothing to check: OpenCL was not used (no context was created)"
                                      : "nothing was checked: OpenCL was not used where the library was loaded";
  } else if (wanted == 0 && report.launches > 0) {
    // What left them out is said below.
  } else if (report.launches == 0) {
    first += report.incomplete.empty() ? "; no kernel was launched" : "; no launch was completed";
  } else if (report.checked_launches == 0) {
    first += StrCat("; none of ", Counted(wanted, "launch", "launches"), " was checked");
  } else {
    first += StrCat(" in ", Counted(report.checked_launches, "launch", "launches"), " of ",
                    Counted(report.kernels.size(), "kernel", "kernels"));
    if (!report.processes.empty()) first += StrCat(" in ", Counted(report.processes.size(), "process", "processes"));
    first += ProofsText(report);
    if (uint64_t rest = wanted - report.checked_launches; rest > 0) {
      first += StrCat(" (", Counted(rest, "more launch", "more launches"), " not checked)");
    }
  }
  if (report.interrupted) {
    const std::string& by = report.interrupted->by;
    first = StrCat(by.empty() ? "so far: " : StrCat("up to ", by, ": "), first);
  }
  parts.push_back(first);
  if (report.interrupted) {
    if (std::string text = UnderWayInShort(*report.interrupted); !text.empty()) parts.push_back(std::move(text));
  }
  if (report.halted) parts.emplace_back("the program was ended there (--halt-on-error)");
  if (std::string text = LeftOutText(report.left_out); !text.empty()) parts.push_back(std::move(text));
  if (!report.timed_out.empty()) {
    parts.push_back(StrCat(Counted(report.timed_out.size(), "launch", "launches"), " timed out"));
  }
  if (totals.hidden_same_value > 0) {
    parts.push_back(StrCat(Counted(totals.hidden_same_value, "write", "writes"),
                           " of equal values hidden (--same-value=report)"));
  }
  if (totals.over_limit > 0) {
    parts.push_back(
        StrCat(Counted(totals.over_limit, "finding", "findings"), " not shown (--max-findings)"));
  }
  if (totals.suppressed > 0) parts.push_back(StrCat(WithCommas(totals.suppressed), " suppressed"));
  if (totals.known > 0) parts.push_back(StrCat(WithCommas(totals.known), " known (--baseline)"));
  if (!report.gone.empty()) parts.push_back(StrCat(WithCommas(report.gone.size()), " gone (--diff)"));
  if (report.not_instrumented.size() == 1) {
    const SkippedKernel& only = report.not_instrumented[0];
    parts.push_back(
        StrCat("not instrumented: ", only.kernel, only.kernel.empty() ? "" : ": ", only.reason));
  } else if (!report.not_instrumented.empty()) {
    parts.push_back(StrCat(report.not_instrumented.size(), " not instrumented, see ", rest));
  }
  if (!report.incomplete.empty()) parts.push_back(StrCat("incomplete, see ", rest));
  return Join(parts, "; ");
}

// Read once: a program may have given up the right to open files since.
std::vector<std::string> CommandLine() {
  static const std::string* const read = [] {
    const auto text = ReadFile("/proc/self/cmdline");
    return new std::string(text.ok() ? *text : "");
  }();
  std::string text = *read;
  if (text.empty()) return {};
  if (text.back() == '\0') text.pop_back();
  return Split(text, '\0');
}

std::string Version() { return LOCKSTEP_VERSION; }

}  // namespace lockstep
