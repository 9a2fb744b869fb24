// `lockstep explain`: what the kinds of findings mean, and one finding of a report.
#include "host/cli/explain.h"

#include <strings.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <set>
#include <utility>

#include "runtime/base/file.h"
#include "runtime/base/log.h"
#include "runtime/base/output_file.h"
#include "runtime/base/suggest.h"
#include "runtime/base/text.h"
#include "runtime/model/rules.h"
#include "runtime/report/finding_picture.h"
#include "runtime/report/graph_dot.h"
#include "runtime/report/graph_file.h"
#include "runtime/report/label.h"
#include "runtime/report/mistake_text.h"
#include "runtime/report/paint.h"
#include "runtime/report/printable_report.h"
#include "runtime/report/read_report.h"
#include "runtime/report/rule_pages.h"

namespace lockstep {

namespace {

constexpr char kExplainUsage[] =
    "usage: lockstep explain [RULE|KIND]\n"
    "       lockstep explain [ID] --report=FILE.json\n"
    "       lockstep explain ID --report=FILE.json --picture=FILE.svg\n"
    "\n"
    "Shows what a kind of finding means: a kernel that has it, why that is wrong, on\n"
    "which devices it shows, how it is repaired. A rule shows the list of its kinds,\n"
    "no word that of all rules. ID is a finding's id in a report that --format=json\n"
    "wrote, or the beginning of one: shows that finding and its kind; no word then\n"
    "lists the report's findings. --picture draws the finding instead: the two sides,\n"
    "the barriers they had passed, and what they touched of the memory; of a race\n"
    "between commands those around them, and what orders them.\n\n";

// "data-race": its kinds, with their titles; all rules if `rule` is empty.
std::string KindsText(const std::string& rule, bool color) {
  std::string text, above;
  for (const KindInfo& info : AllKinds()) {
    const std::string name = RuleName(info.rule);
    if (!rule.empty() && name != rule) continue;
    if (name != above) text += StrCat(text.empty() ? "" : "\n", Painted(name, Paint::kPlace, color), "\n");
    above = name;
    std::string kind = info.kind, severity = SeverityName(info.severity);
    kind.resize(std::max<size_t>(kind.size() + 1, 23), ' ');
    severity.resize(8, ' ');
    text += StrCat("  ", kind, Painted(severity, PaintOf(info.severity), color), " ", info.title, "\n");
  }
  return text;
}

// A page as it is, with headings painted.
std::string PageText(const char* markdown, bool color) {
  std::string text;
  bool code = false;
  for (const std::string& line : Split(Strip(markdown), '\n')) {
    if (line.rfind("```", 0) == 0) code = !code;
    text += StrCat(Painted(line, Paint::kPlace, color && !code && !line.empty() && line[0] == '#'), "\n");
  }
  return text;
}

bool IsRule(const std::string& word) {
  return std::any_of(AllKinds().begin(), AllKinds().end(),
                     [&](const KindInfo& info) { return word == RuleName(info.rule); });
}

// The page of a kind; of one that has its rule's name with the rule's kinds behind it, if it has others.
std::string KindPage(const std::string& kind, bool color) {
  const RulePage* page = RulePageOf(kind);
  if (page == nullptr) return "";
  std::string text = PageText(page->markdown, color);
  const auto others = std::count_if(AllKinds().begin(), AllKinds().end(), [&](const KindInfo& info) {
    return kind == RuleName(info.rule) && kind != info.kind;
  });
  return others == 0 ? text : StrCat(text, "\nAll kinds of this rule:\n\n", KindsText(kind, color));
}

int UnknownWord(const std::string& word) {
  std::vector<std::string> names;
  for (const KindInfo& info : AllKinds()) names.insert(names.end(), {info.kind, RuleName(info.rule)});
  const bool is_id = word.size() >= 4 && word.find_first_not_of("0123456789abcdef-") == std::string::npos;
  Log(StrCat("'", word, "' is no rule or kind of findings",
             is_id ? StrCat("; if it is a finding's id: lockstep explain ", word, " --report=FILE.json")
                   : DidYouMean(word, names, "; `lockstep explain` lists them")));
  return 2;
}

void PrintText(const std::string& text) { std::fputs(text.c_str(), stdout); }

// All that `report` tells of, the findings that it leaves out last.
std::vector<const Mistake*> AllOf(const Report& report) {
  std::vector<const Mistake*> all;
  for (const auto* list : {&report.findings, &report.known, &report.gone}) {
    for (const Mistake& mistake : *list) all.push_back(&mistake);
  }
  for (const Suppressed& suppressed : report.suppressed) all.push_back(&suppressed.mistake);
  return all;
}

// Those that `id` may mean: those with exactly this one, else those whose id begins so.
std::vector<const Mistake*> Meant(const std::vector<const Mistake*>& mistakes, const std::string& id) {
  std::vector<const Mistake*> exactly, beginning;
  for (const Mistake* mistake : mistakes) {
    if (mistake->id == id) exactly.push_back(mistake);
    if (mistake->id.rfind(id, 0) == 0) beginning.push_back(mistake);
  }
  return exactly.empty() ? beginning : exactly;
}

// The reports in `file`, fit for a terminal. The error is one line.
StatusOr<std::vector<Report>> ReadFileOfReports(const std::string& file) {
  const StatusOr<std::string> content = ReadFile(file);
  if (!content.ok()) return content.status();
  StatusOr<std::vector<Report>> reports = ReadReports(*content);
  if (!reports.ok()) return InvalidArgumentError(StrCat(file, " ", reports.status().message()));
  for (Report& report : *reports) report = PrintableReport(std::move(report));
  return reports;
}

// Whether the name of a file asks for a form that we do not write: who gets SVG under it cannot open it.
bool IsOtherPictureName(const std::string& path) {
  const size_t dot = path.rfind('.');
  if (dot == std::string::npos) return false;
  const auto is = [&](const char* form) { return strcasecmp(path.c_str() + dot + 1, form) == 0; };
  static constexpr const char* kOthers[] = {"png", "jpg", "jpeg", "gif", "webp", "pdf", "ps", "eps", "html"};
  return std::any_of(std::begin(kOthers), std::end(kOthers), is);
}

// What --picture asks for: `mistake` as a picture in `file`; "-" is stdout.
int DrawFinding(const Mistake& mistake, const std::string& file) {
  const bool dot = IsDotName(file);
  if (dot && !mistake.first().graph) {
    Log(StrCat("finding ", mistake.id,
               " has no graph of commands, which is all that is written as DOT; FILE.svg draws it"));
    return 1;
  }
  const std::string picture = dot ? GraphsDot({&mistake}, "") : FindingPictureFile(mistake);
  if (picture.empty()) {
    Log(StrCat("of finding ", mistake.id, " nothing is known that could be drawn"));
    return 1;
  }
  if (file == "-") {
    PrintText(picture);
    return 0;
  }
  const Status status = WriteOutput(file, picture);
  if (!status.ok()) Log(StrCat("--picture: ", status.message()));
  return status.ok() ? 0 : 1;
}

// The finding of the report in `file` that `id` means, with its kind's page; all of them as a list if it is empty.
// `picture`: where to draw it instead; empty: not asked for.
int ExplainFinding(const std::string& id, const std::string& file, const std::string& picture, bool color) {
  const StatusOr<std::vector<Report>> reports = ReadFileOfReports(file);
  if (!reports.ok()) {
    Log(reports.status().message());
    return 1;
  }
  std::vector<const Mistake*> mistakes;
  for (const Report& report : *reports) {
    for (const Mistake* mistake : AllOf(report)) mistakes.push_back(mistake);
  }
  if (mistakes.empty()) {
    Log(StrCat(file, " has no findings"));
    return 1;
  }
  if (id.empty()) {
    for (const Mistake* mistake : mistakes) PrintText(StrCat(mistake->id, "  ", MistakeWithoutId(*mistake), "\n"));
    return 0;
  }
  std::set<std::string> ids;
  const std::vector<const Mistake*> meant = Meant(mistakes, id);
  for (const Mistake* mistake : meant) ids.insert(mistake->id);
  if (ids.size() != 1) {
    Log(ids.empty()
            ? StrCat(file, " has no finding '", id, "'; lockstep explain --report=", ShellQuote(file), " lists them")
            : StrCat("ids of ", file, " that begin with '", id, "': ", Join({ids.begin(), ids.end()}, ", ")));
    return 1;
  }
  if (!picture.empty()) return DrawFinding(*meant[0], picture);
  PrintText(StrCat(MistakeText(*meant[0], {}, color), "\n", KindPage(meant[0]->first().kind, color)));
  return 0;
}

// Its options, as they set `report` and `picture`.
std::vector<OptionRow> ExplainOptions(std::string* report, std::string* picture) {
  return {{"report", "FILE", "", "a report in JSON, whose findings are asked for", IntoText(report)},
          {"picture", "FILE", "",
           "draw the finding, as SVG; - is stdout. FILE.dot, FILE.gv: the graph of a race between commands, as DOT",
           IntoText(picture)}};
}

}  // namespace

CommandHelp ExplainHelp() { return {kExplainUsage, ExplainOptions(nullptr, nullptr)}; }

int ExplainCommand(const std::vector<std::string>& words) {
  std::string report, picture;
  const std::vector<OptionRow> table = ExplainOptions(&report, &picture);
  const StatusOr<GivenWords> given = ParseWords(words, table, "lockstep explain");
  if (!given.ok() || given->words.size() > 1) {
    Log(given.ok() ? "explain takes one word; `lockstep explain` lists those that it knows" : given.status().message());
    return 2;
  }
  const bool color = StdoutWantsColor();
  const std::string word = given->words.empty() ? "" : given->words[0];
  if (given->help) {
    PrintText(StrCat(kExplainUsage, TableHelp(table)));
  } else if (!picture.empty() && (word.empty() || report.empty())) {
    Log("--picture draws a finding of a report: lockstep explain ID --report=FILE.json --picture=FILE.svg");
    return 2;
  } else if (IsOtherPictureName(picture)) {
    Log(StrCat("--picture=", picture,
               ": pictures are written as SVG (FILE.svg), graphs of commands also as DOT (FILE.dot)"));
    return 2;
  } else if (!picture.empty()) {
    return ExplainFinding(word, report, picture, color);
  } else if (word.empty() && report.empty()) {
    PrintText(
        StrCat(KindsText("", color), "\n`lockstep explain KIND` shows what one means, an example and its repair.\n"));
  } else if (const std::string page = KindPage(word, color); !page.empty()) {
    PrintText(page);
  } else if (IsRule(word)) {
    PrintText(KindsText(word, color));
  } else {
    return report.empty() ? UnknownWord(word) : ExplainFinding(word, report, "", color);
  }
  return 0;
}

}  // namespace lockstep
