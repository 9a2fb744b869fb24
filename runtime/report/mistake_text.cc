// One mistake as text for people.
#include "runtime/report/mistake_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "runtime/base/text.h"
#include "runtime/model/rules.h"
#include "runtime/model/words.h"
#include "runtime/report/command_text.h"
#include "runtime/report/finding_words.h"
#include "runtime/report/host_stacks.h"
#include "runtime/report/label.h"
#include "runtime/report/memory_text.h"
#include "runtime/report/paint.h"

namespace lockstep {
namespace {

constexpr size_t kMostForms = 8;      // shown besides the first; the rest is counted
constexpr size_t kMostProcesses = 8;  // likewise

std::string Title(const Mistake& mistake, bool color) {
  const Finding& finding = mistake.first();
  return StrCat("lockstep: ", Painted(StrCat(RuleText(finding.rule), ":"), PaintOf(finding.severity), color), " ",
                Painted(TitleOf(finding.kind), Paint::kPlace, color), "\n",
                Labelled("kind", Join(FactsOf(mistake), ", "), color));
}

std::string AccessLine(const Finding& finding, const FindingAccess& access, bool color) {
  std::string loops = LoopsText(access);
  std::string macro = MacroText(access);
  const std::string who = WhoText(finding, access);
  return StrCat(Label(OperationText(access).c_str(), color),
                Painted(PositionText(access.site.position), Paint::kPlace, color), who.empty() ? "" : "  ", who, "\n",
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
  bool same = PositionText(a.site.position) == PositionText(b.site.position) && context_a == context_b;
  return StrCat(AccessLine(finding, a, color), same ? "" : context_a, AccessLine(finding, b, color), context_b);
}

std::string Times(uint64_t count, bool at_least) {
  const std::string text = count == 1 ? "once" : StrCat(WithCommas(count), " times");
  return at_least ? StrCat("at least ", text) : text;
}

// "write 3:5 by work-item 7": with the file only where the block has not named it.
std::string SideText(const Mistake& mistake, const Finding& form, const FindingAccess& access) {
  const SourcePosition& position = access.site.position;
  const FindingAccess* shown = mistake.first().accesses;
  const bool named = position.line != 0 && position.column != 0 &&
                     (position.file == shown[0].site.position.file || position.file == shown[1].site.position.file);
  const std::string who = access.site.copy && access.group
                              ? StrCat(" by work-group ", IdText(*form.launch, *access.group))
                          : access.work_item ? StrCat(" by work-item ", IdText(*form.launch, access.work_item->global))
                                             : "";
  const std::string macro = MacroText(access);
  return StrCat(access.atomic ? "atomic " : "", access.op, " ",
                named ? StrCat(position.line, ":", position.column) : PositionText(position), who,
                macro.empty() ? "" : StrCat(" in ", macro));
}

// One more form of a mistake in one row.
std::string FormText(const Mistake& mistake, const Finding& form) {
  if (form.commands) {
    return StrCat(form.kind, ": ", CommandText((*form.commands)[0]), "; ", CommandText((*form.commands)[1]), "; ",
                  Times(form.count, form.at_least));
  }
  std::vector<std::string> facts = {form.kind};
  if (form.rule == Rule::kDataRace) facts.push_back(ReachName(form.reach));
  if (form.lockstep_only != 0) facts.push_back("lockstep-only");
  if (form.severity != mistake.first().severity) facts.push_back(SeverityName(form.severity));
  std::string sides = SideText(mistake, form, form.accesses[0]);
  if (form.rule != Rule::kOutOfBounds) sides += StrCat(", ", SideText(mistake, form, form.accesses[1]));
  return StrCat(Join(facts, ", "), ": ", sides, "; ", Times(form.count, form.at_least));
}

std::string OtherForms(const Mistake& mistake, bool color) {
  std::string out;
  for (size_t i = 1; i < mistake.forms.size(); ++i) {
    const char* label = i == 1 ? "also" : "";
    if (i > kMostForms) {
      return out + Labelled(label, StrCat("and ", WithCommas(mistake.forms.size() - i), " more"), color);
    }
    out += Labelled(label, FormText(mistake, mistake.forms[i]), color);
  }
  return out;
}

// "2 processes: ./a --fast (pid 12, rank 0), ./b (pid 13, rank 1)"
std::string Processes(const Mistake& mistake) {
  std::vector<std::string> names;
  for (const SeenBy& process : mistake.seen_by) {
    std::vector<std::string> facts;
    if (process.pid != 0) facts.push_back(StrCat("pid ", process.pid));
    if (!process.rank.empty()) facts.push_back(StrCat("rank ", process.rank));
    if (!process.test.empty()) facts.push_back(StrCat("test ", process.test));
    names.push_back(facts.empty() ? process.command : StrCat(process.command, " (", Join(facts, ", "), ")"));
  }
  return StrCat(Counted(names.size(), "process", "processes"), ": ", JoinFirst(names, kMostProcesses));
}

}  // namespace

std::string MacroText(const FindingAccess& access) {
  const Site& site = access.site;
  if (site.macro.empty()) return "";
  std::string text = StrCat("macro '", site.macro, "'");
  if (site.macro_definition.line != 0) {
    text += StrCat(" (", site.macro_definition.file, ":", site.macro_definition.line, ")");
  }
  return access.macro_offset.empty() ? text : StrCat(text, ", at byte ", access.macro_offset, " of its object");
}

std::string SeenText(const Mistake& mistake) {
  uint64_t launches = 0, equal = 0;
  bool at_least = false;
  for (const Finding& form : mistake.forms) {
    launches = std::max(launches, form.launches - std::min(form.launches, form.equal_launches));
    equal = std::max(equal, form.equal_launches);
    at_least = at_least || form.at_least;
  }
  std::string text = Times(CountOf(mistake), at_least);
  if (launches > 1 && !mistake.first().commands) {
    text += StrCat(" in ", WithCommas(launches), " launches", mistake.forms.size() > 1 ? " or more" : "");
  }
  if (equal > 0) text += StrCat("; ", Counted(equal, "equal one was", "equal ones were"), " not checked again");
  return text;
}

std::string MistakeWithoutId(const Mistake& mistake) {
  const Finding& finding = mistake.first();
  const std::string object =
      finding.memory && !finding.memory->name.empty() ? StrCat(" of '", finding.memory->name, "'") : "";
  if (finding.commands) {
    return StrCat(finding.kind, object, " by ", CommandsInShort(finding), " (", SeverityName(finding.severity), ")");
  }
  const std::string a = PositionText(finding.accesses[0].site.position);
  const std::string b = PositionText(finding.accesses[1].site.position);
  return StrCat(finding.kind, object, " at ", a, a == b ? "" : StrCat(" and ", b), " (", SeverityName(finding.severity),
                ")");
}

std::string MistakeInShort(const Mistake& mistake) {
  std::string text = MistakeWithoutId(mistake);
  text.pop_back();
  return StrCat(text, ", ", mistake.id, ")");
}

std::string MistakeText(const Mistake& mistake, const std::vector<const Mistake*>& with_it, bool color) {
  const Finding& finding = mistake.first();
  std::string out = Title(mistake, color);
  if (!finding.commands) out += Labelled("kernel", StrCat(finding.kernel, ", ", LaunchText(*finding.launch)), color);
  if (!finding.launch->test.empty() && mistake.seen_by.empty()) {
    out += Labelled("test", finding.launch->test, color);
  }
  if (finding.memory) out += Labelled("memory", MemoryText(*finding.memory), color);
  if (finding.loop) {
    out += StrCat(Label("loop", color), Painted(PositionText(finding.loop->position), Paint::kPlace, color), "\n");
  }
  out += finding.commands ? CommandSides(finding, color) : Accesses(finding, color);
  out += HostStackRows(finding, -1, color);
  out += OtherForms(mistake, color);
  out += Labelled("why", finding.why, color);
  out += Labelled("repair", mistake.repair, color);
  for (const Mistake* other : with_it) {
    out += Labelled(other == with_it.front() ? "with it" : "",
                    StrCat("also repaired by this: ", MistakeInShort(*other)), color);
  }
  out += Labelled("seen", SeenText(mistake), color);
  if (!mistake.seen_by.empty()) out += Labelled("in", Processes(mistake), color);
  out += Labelled("id", mistake.id, color);
  return out;
}

}  // namespace lockstep
