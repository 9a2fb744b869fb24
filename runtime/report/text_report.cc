// The report as text for people.
#include "runtime/report/text_report.h"

#include <map>
#include <vector>

#include "runtime/base/text.h"
#include "runtime/report/label.h"
#include "runtime/report/mistake_text.h"
#include "runtime/report/paint.h"
#include "runtime/report/printable_report.h"
#include "runtime/report/pruning_text.h"
#include "runtime/report/timed_out_text.h"

namespace lockstep {
namespace {

// " (9 certified)": those of the kernel's launches that ran without checks.
std::string ProvenText(const CheckedKernel& kernel) {
  std::vector<std::string> parts;
  if (kernel.pruned > 0) parts.push_back(StrCat(WithCommas(kernel.pruned), " pruned"));
  if (kernel.certified > 0) parts.push_back(StrCat(WithCommas(kernel.certified), " certified"));
  return parts.empty() ? "" : StrCat(" (", Join(parts, ", "), ")");
}

// "2 made, 1 read from the cache, in 3.1 ms; 40 known already"
std::string ProofText(const ProofCost& cost) {
  std::vector<std::string> parts;
  if (cost.made > 0) parts.push_back(StrCat(WithCommas(cost.made), " made"));
  if (cost.read > 0) parts.push_back(StrCat(WithCommas(cost.read), " read from the cache"));
  std::string text = Join(parts, ", ");
  if (!parts.empty()) {
    const uint64_t tenths = (cost.nanoseconds + 50'000) / 100'000;  // of a millisecond
    text += StrCat(" in ", WithCommas(tenths / 10), ".", tenths % 10, " ms");
  }
  if (cost.known > 0) text += StrCat(parts.empty() ? "" : ", ", WithCommas(cost.known), " known already");
  return text;
}

std::string KernelTable(const Report& report, bool color) {
  std::string out;
  for (const CheckedKernel& kernel : report.kernels) {
    out += StrCat("lockstep: kernel ", Painted(kernel.name, Paint::kPlace, color), ": ",
                  Counted(kernel.launches, "launch", "launches"), ProvenText(kernel), ", ",
                  Counted(kernel.sites, "site", "sites"), ", ",
                  Counted(kernel.barriers, "barrier", "barriers"),
                  kernel.transformed ? ", made resumable" : "", "\n");
    if (kernel.transformed && !kernel.transform_reason.empty()) {
      out += Labelled("because", kernel.transform_reason, color);
    }
    if (!kernel.transformed && kernel.barriers > 0) {
      out += Labelled("left", "as it is: the whole group provably meets at each barrier", color);
    }
    if (!kernel.unchecked_arguments.empty()) {
      out += Labelled("skipped",
                      StrCat("reads of ", Join(kernel.unchecked_arguments, ", "),
                             ": nothing in the kernel writes there"),
                      color);
    }
    if (const std::string proofs = ProofText(kernel.proofs); !proofs.empty()) {
      out += Labelled("proofs", proofs, color);
    }
    // Only where it costs something: launches that had nothing to check need no certificate.
    if (!kernel.dependence.empty() && kernel.launches - kernel.pruned > 1) {
      const char* which = kernel.pruned > 0 ? "in every launch that is not pruned: " : "in every launch: ";
      out += Labelled("checked", StrCat(which, kernel.dependence), color);
    }
    for (const std::string& note : kernel.notes) out += Labelled("note", note, color);
  }
  const BarrierForms forms = CountBarrierForms(report);
  if (forms.transformed + forms.left > 0) {
    out += StrCat("lockstep: barriers: ", Counted(forms.transformed, "kernel", "kernels"),
                  " made resumable, ", forms.left, " left as they are\n");
  }
  return out;
}

// A block for each mistake; one that goes with another's repair is a row there.
std::string Mistakes(const Report& report, bool color) {
  std::map<std::string, std::vector<const Mistake*>> with;
  for (const Mistake& mistake : report.findings) {
    if (!mistake.repaired_with.empty()) with[mistake.repaired_with].push_back(&mistake);
  }
  std::string out;
  for (const Mistake& mistake : report.findings) {
    if (mistake.repaired_with.empty()) out += MistakeText(mistake, with[mistake.id], color) + "\n";
  }
  return out;
}

}  // namespace

std::string TextReport(const Report& raw, const TextStyle& style) {
  const Report report = PrintableReport(raw);
  const bool dull = report.findings.empty() && report.incomplete.empty() && report.timed_out.empty() &&
                    report.totals.unchecked == 0;
  if (style.quiet && dull) {
    return "";
  }
  std::string out;
  out += Mistakes(report, style.color);
  for (const Mistake& mistake : report.gone) out += StrCat("lockstep: gone: ", MistakeInShort(mistake), "\n");
  for (const TimedOut& launch : report.timed_out) out += TimedOutText(launch, style.color);
  if (style.verbose) out += KernelTable(report, style.color);
  out += PruningText(report, style.color);
  for (const SkippedKernel& kernel : report.not_instrumented) {
    out += StrCat("lockstep: not instrumented: ", kernel.kernel, kernel.kernel.empty() ? "" : ": ",
                  kernel.reason);
    if (kernel.launches > 1) out += StrCat(" (", WithCommas(kernel.launches), " launches)");
    out += "\n";
  }
  for (const Incomplete& item : report.incomplete) {
    out += StrCat("lockstep: incomplete: ", item.kernel, item.kernel.empty() ? "" : ": ", item.what,
                  ": ", WithCommas(item.count), "\n");
  }
  if (!report.project_file.empty() && !style.quiet) {
    out += StrCat("lockstep: with the options of ", report.project_file, "\n");
  }
  if (report.interrupted) out += InterruptedText(*report.interrupted, style.color);
  for (const ReportedProcess& process : report.processes) {
    if (!process.interrupted) continue;
    out += StrCat("lockstep: ", Join(process.command, " "), " (pid ", process.facts.pid, "):\n",
                  InterruptedText(*process.interrupted, style.color));
  }
  const Totals& totals = report.totals;
  Paint paint = totals.errors > 0     ? Paint::kError
                : totals.warnings > 0 ? Paint::kWarning
                                      : Paint::kGood;
  return StrCat(out, "lockstep: summary: ", Painted(SummaryLine(report), paint, style.color), "\n");
}

}  // namespace lockstep
