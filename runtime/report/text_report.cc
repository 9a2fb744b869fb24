// The report as text for people.
#include "runtime/report/text_report.h"

#include <algorithm>

#include "runtime/base/columns.h"
#include "runtime/base/text.h"
#include "runtime/model/offset_text.h"
#include "runtime/model/rules.h"
#include "runtime/model/words.h"
#include "runtime/report/memory_text.h"
#include "runtime/report/paint.h"
#include "runtime/report/printable_report.h"
#include "runtime/report/pruning_text.h"
#include "runtime/report/timed_out_text.h"

namespace lockstep {
namespace {

constexpr size_t kLabelWidth = 12;  // where the text behind a label begins

std::string Label(const char* name, bool color) {
  std::string text = StrCat("  ", name);
  text.append(text.size() < kLabelWidth ? kLabelWidth - text.size() : 1, ' ');
  return Painted(text, Paint::kLabel, color);
}

std::string Labelled(const char* name, const std::string& text, bool color) {
  return StrCat(Label(name, color), Wrapped(text, kLabelWidth), "\n");
}

Paint PaintOf(Severity severity) {
  return severity == Severity::kError     ? Paint::kError
         : severity == Severity::kWarning ? Paint::kWarning
                                          : Paint::kInfo;
}

std::string Title(const Finding& finding, bool color) {
  const char* rule = finding.rule == Rule::kDataRace            ? "data race:"
                     : finding.rule == Rule::kBarrierDivergence ? "barrier divergence:"
                     : finding.rule == Rule::kOutOfBounds       ? "out of bounds:"
                                                                : "irregular loop:";
  std::vector<std::string> facts = {finding.kind};
  if (finding.rule == Rule::kDataRace) facts.push_back(ReachName(finding.reach));
  if (finding.rule != Rule::kBarrierDivergence) facts.push_back(finding.region + " memory");
  if (finding.lockstep_only != 0) facts.push_back("lockstep-only");
  facts.push_back(SeverityName(finding.severity));
  return StrCat(
      "lockstep: ",
      Painted(rule, PaintOf(finding.severity), color), " ",
      Painted(TitleOf(finding.kind), Paint::kPlace, color), "\n",
      Labelled("kind", Join(facts, ", "), color));
}

// "read", "atomic rmw": with blanks behind it up to where the text begins.
std::string OperationLabel(const FindingAccess& access, bool color) {
  if (access.site.op == SiteOp::kCollective) return Label("function", color);
  return Label(StrCat(access.atomic ? "atomic " : "", access.op).c_str(), color);
}

// "macro 'ADD' (k.cl:3), at byte 4 * get_local_id(0) + 4 of its object": what is known of an access of a macro
// that others of it do not share.
std::string MacroText(const Finding& finding, const FindingAccess& access) {
  const Site& site = access.site;
  if (site.macro.empty()) return "";
  std::string text = StrCat("macro '", site.macro, "'");
  if (site.macro_definition.line != 0) {
    text += StrCat(" (", site.macro_definition.file, ":", site.macro_definition.line, ")");
  }
  const std::string offset = OffsetText(site, finding.launch->kernel.get());
  return offset.empty() ? text : StrCat(text, ", at byte ", offset, " of its object");
}

std::string AccessLine(const Finding& finding, const FindingAccess& access, bool color) {
  std::string loops = LoopsText(access);
  std::string macro = MacroText(finding, access);
  return StrCat(OperationLabel(access, color),
                Painted(PositionText(access.site.position), Paint::kPlace, color),
                finding.loop ? "" : "  ",
                finding.loop        ? std::string()
                : access.site.copy  ? CopyText(*finding.launch, access.group)
                : access.block == 0 ? WorkItemText(*finding.launch, access.work_item)
                                    : BlockText(*finding.launch, access.work_item, access.block),
                "\n",
                macro.empty() ? "" : Labelled("", "in " + macro, color),
                loops.empty() ? "" : Labelled("", "in " + loops, color));
}

std::string AccessContext(const FindingAccess& access, bool color) {
  std::string out;
  const SourcePosition& position = access.site.position;
  if (!access.snippet.empty()) {
    out += Excerpt(access.snippet, position.line, position.column, color);
  }
  for (const SourcePosition& call : access.site.inlined_at) {
    out += StrCat(Label("", color), "called from ", PositionText(call));
    if (!call.function.empty()) out += StrCat(" in ", call.function, "()");
    out += "\n";
  }
  return out;
}

std::string Accesses(const Finding& finding, bool color) {
  const FindingAccess& a = finding.accesses[0];
  const FindingAccess& b = finding.accesses[1];
  std::string context_a = AccessContext(a, color);
  if (finding.rule == Rule::kOutOfBounds) return AccessLine(finding, a, color) + context_a;
  std::string context_b = AccessContext(b, color);
  // One excerpt serves two accesses in the same place.
  bool same =
      PositionText(a.site.position) == PositionText(b.site.position) && context_a == context_b;
  return StrCat(AccessLine(finding, a, color), same ? "" : context_a, AccessLine(finding, b, color),
                context_b);
}

std::string Seen(const Finding& finding) {
  std::string text = finding.count == 1 ? "once" : StrCat(WithCommas(finding.count), " times");
  if (finding.at_least) text = StrCat("at least ", text);
  if (finding.launches > 1) text += StrCat(" in ", WithCommas(finding.launches), " launches");
  return text;
}

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
      out += Labelled("checked", StrCat("in every launch: ", kernel.dependence), color);
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

}  // namespace

std::string TextFinding(const Finding& finding, const TextStyle& style) {
  const bool color = style.color;
  std::string out = Title(finding, color);
  out += Labelled("kernel", StrCat(finding.kernel, ", ", LaunchText(*finding.launch)), color);
  if (finding.memory) out += Labelled("memory", MemoryText(*finding.memory), color);
  if (finding.loop) {
    out += StrCat(Label("loop", color),
                  Painted(PositionText(finding.loop->position), Paint::kPlace, color), "\n");
  }
  out += Accesses(finding, color);
  out += Labelled("why", finding.why, color);
  out += Labelled("repair", finding.repair, color);
  out += Labelled("seen", Seen(finding), color);
  return out;
}

std::string TextReport(const Report& raw, const TextStyle& style) {
  const Report report = PrintableReport(raw);
  const bool dull = report.findings.empty() && report.incomplete.empty() && report.timed_out.empty() &&
                    report.totals.unchecked == 0;
  if (style.quiet && dull) {
    return "";
  }
  std::string out;
  for (const Finding& finding : report.findings) out += TextFinding(finding, style) + "\n";
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
  if (report.interrupted) out += InterruptedText(*report.interrupted, style.color);
  const Totals& totals = report.totals;
  Paint paint = totals.errors > 0     ? Paint::kError
                : totals.warnings > 0 ? Paint::kWarning
                                      : Paint::kGood;
  return StrCat(out, "lockstep: summary: ", Painted(SummaryLine(report), paint, style.color), "\n");
}

}  // namespace lockstep
