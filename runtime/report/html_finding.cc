#include "runtime/report/html_finding.h"

#include <algorithm>

#include "runtime/base/text.h"
#include "runtime/model/rules.h"
#include "runtime/model/words.h"
#include "runtime/report/command_text.h"
#include "runtime/report/finding_picture.h"
#include "runtime/report/finding_words.h"
#include "runtime/report/graph_picture.h"
#include "runtime/report/host_stacks.h"
#include "runtime/report/html_text.h"
#include "runtime/report/memory_text.h"
#include "runtime/report/mistake_text.h"

namespace lockstep {
namespace {

constexpr size_t kMostShownForms = 50;
constexpr size_t kMostShownStatements = 20;  // of a command that is a launch
constexpr size_t kMostShownProcesses = 100;
constexpr size_t kLongestSource = 240;  // bytes of a source line that are shown: those around the column

// One more fact of a list of them; "" if there is nothing to say.
std::string Fact(const char* name, const std::string& html) {
  return html.empty() ? "" : StrCat("<div><dt>", name, "</dt><dd>", html, "</dd></div>\n");
}

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// How many bytes at the beginning of `text` are the word that is meant by its first character.
size_t WordAt(std::string_view text) {
  const auto in_word = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  size_t end = text.empty() ? 0 : 1;
  while (end < text.size() && (IsContinuation(text[end]) || (in_word(text[0]) && in_word(text[end])))) ++end;
  return end;
}

// A source line with what stands at `column` (from 1, in bytes; 0: nothing) marked; long ones are cut around it.
std::string MarkedLine(std::string_view line, unsigned column) {
  const size_t at = column >= 1 && column <= line.size() ? column - 1 : std::string_view::npos;
  size_t first = 0, last = line.size();
  if (line.size() > kLongestSource) {
    if (at != std::string_view::npos && at > kLongestSource / 2) first = at - kLongestSource / 2;
    while (first > 0 && IsContinuation(line[first])) --first;
    last = std::min(line.size(), first + kLongestSource);
    while (last < line.size() && IsContinuation(line[last])) ++last;
  }
  const std::string_view shown = line.substr(first, last - first);
  const std::string begin = first > 0 ? "…" : "", end = last < line.size() ? "…" : "";
  if (at == std::string_view::npos) return StrCat(begin, HtmlSource(shown), end);
  const size_t mark = at - first, bytes = WordAt(shown.substr(mark));
  return StrCat(begin, HtmlSource(shown.substr(0, mark)), "<mark>", HtmlSource(shown.substr(mark, bytes)), "</mark>",
                HtmlSource(shown.substr(mark + bytes)), end);
}

std::string NumberedLine(uint64_t number, const std::string& html, bool is_it) {
  return StrCat("<span class=\"line", is_it ? " it" : "", "\"><span class=\"n\">", number, "</span>",
                html.empty() ? " " : html, "\n</span>");
}

// The line of a side with those around it.
std::string SourceOf(const FindingAccess& access) {
  if (access.snippet.empty()) return "<p class=\"muted\">The source line is not known.</p>\n";
  const uint64_t line = access.site.position.line;
  std::string out;
  for (size_t i = 0; i < access.before.size(); ++i) {
    const size_t above = access.before.size() - i;
    if (line > above) out += NumberedLine(line - above, MarkedLine(access.before[i], 0), false);
  }
  out += NumberedLine(line, MarkedLine(access.snippet, access.site.position.column), true);
  for (size_t i = 0; i < access.after.size(); ++i) {
    out += NumberedLine(line + i + 1, MarkedLine(access.after[i], 0), false);
  }
  return StrCat("<pre class=\"code\">", out, "</pre>\n");
}

std::string PlaceHtml(const SourcePosition& position) {
  return StrCat("<code>", Html(PositionText(position)), "</code>");
}

// "atomic, relaxed, device scope", the iterations, the macro: what qualifies a side.
std::string Qualities(const FindingAccess& access) {
  std::string out;
  const Site& site = access.site;
  if (site.order != MemoryOrder::kNone) {
    out += StrCat("<p>memory order <code>", WordOf(site.order), "</code>",
                  site.scope == MemoryScope::kNone ? "" : StrCat(", scope <code>", WordOf(site.scope), "</code>"),
                  "</p>\n");
  }
  if (access.op == "barrier" && !site.flags.empty()) {
    out += StrCat("<p>with ", Html(FlagsInSource(site.flags)), "</p>\n");
  }
  if (const std::string loops = LoopsText(access); !loops.empty()) out += StrCat("<p>in ", Html(loops), "</p>\n");
  if (const std::string macro = MacroText(access); !macro.empty()) out += StrCat("<p>in ", Html(macro), "</p>\n");
  return out;
}

// The statements of a launch behind the first, which is shown, that touch the object, too.
std::string MorePlaces(const CommandSide& side) {
  std::vector<std::string> places;
  for (size_t i = 1; i < side.lines.size() && i < kMostShownStatements; ++i) places.push_back(PlaceHtml(side.lines[i]));
  if (places.empty()) return "";
  const size_t more = side.lines.size() - 1 - places.size();
  return StrCat("<p class=\"call\">also at ", Join(places, ", "), more == 0 ? "" : StrCat(" and ", more, " more"),
                "</p>\n");
}

std::string SideHtml(const Finding& finding, size_t number) {
  const FindingAccess& access = finding.accesses[number];
  const bool alone = SidesOf(finding) == 1;
  const std::string who = finding.commands ? CommandText((*finding.commands)[number]) : WhoText(finding, access);
  std::string out = StrCat("<section class=\"side ", number == 0 ? "a" : "b", "\">\n<h4>");
  if (!alone) out += StrCat("<span class=\"key\">", number == 0 ? "A" : "B", "</span> ");
  // A transfer stands in no source that is known.
  const bool has_place = !access.site.position.file.empty() || !finding.commands;
  out += Html(OperationText(access));
  if (has_place) out += StrCat(" <span class=\"at\">", PlaceHtml(access.site.position), "</span>");
  out += "</h4>\n";
  if (!who.empty()) out += StrCat("<p class=\"who\">", Html(who), "</p>\n");
  out += Qualities(access);
  if (has_place) out += SourceOf(access);
  if (finding.commands) out += MorePlaces((*finding.commands)[number]);
  for (const SourcePosition& call : access.site.inlined_at) {
    out += StrCat("<p class=\"call\">called from ", PlaceHtml(call),
                  call.function.empty() ? "" : StrCat(" in <code>", Html(call.function), "()</code>"), "</p>\n");
  }
  return out + "</section>\n";
}

// Whether there is anything to show of the sides.
bool HasSides(const Finding& finding) {
  const auto known = [](const FindingAccess& access) {
    return !access.op.empty() || !access.site.position.file.empty();
  };
  return known(finding.accesses[0]) || known(finding.accesses[1]);
}

std::string BarriersHtml(const Finding& finding) {
  std::vector<std::string> places;
  for (const Site& barrier : finding.barriers) {
    places.push_back(StrCat(PlaceHtml(barrier.position), " with ", Html(FlagsInSource(barrier.flags))));
  }
  return Join(places, "<br>");
}

// The release and the acquire that should have ordered the sides, and what to change for it.
std::string OrderHtml(const MissingOrder& order) {
  std::string out;
  if (order.store && order.load) {
    out += StrCat("<p>Should have released: ", PlaceHtml(order.store->position),
                  "; should have acquired: ", PlaceHtml(order.load->position), "</p>\n");
  }
  for (const MissingOrder::Change& change : order.changes) {
    out += StrCat("<p>", PlaceHtml(change.site.position), ": <code>", Html(change.from), "</code> → <code>",
                  Html(change.to), "</code></p>\n");
  }
  return out;
}

// Who, in a cell of the table of forms.
std::string SideCell(const Finding& form, size_t number) {
  const FindingAccess& access = form.accesses[number];
  if (form.commands) return StrCat(Html(access.op), " by ", Html(CommandText((*form.commands)[number])));
  const std::string who = WhoText(form, access);
  return StrCat(Html(OperationText(access)), " ", PlaceHtml(access.site.position), who.empty() ? "" : "<br>",
                Html(who));
}

// "" of commands, of which each side says its own.
std::string KernelHtml(const Finding& finding) {
  if (finding.commands || finding.kernel.empty()) return "";
  const std::string launch = finding.launch == nullptr ? "" : StrCat(", ", LaunchText(*finding.launch));
  return StrCat("<code>", Html(finding.kernel), "</code>", Html(launch));
}

std::string FormsHtml(const Mistake& mistake) {
  if (mistake.forms.size() < 2) return "";
  const bool alone = SidesOf(mistake.first()) == 1;
  std::string rows;
  for (size_t i = 0; i < mistake.forms.size() && i < kMostShownForms; ++i) {
    const Finding& form = mistake.forms[i];
    std::vector<std::string> facts = {form.kind};
    if (form.rule == Rule::kDataRace) facts.push_back(ReachName(form.reach));
    if (form.lockstep_only != 0) facts.push_back("lockstep-only");
    std::string memory;
    if (form.memory && form.memory->bytes > 0) {
      memory = form.memory->image && !form.memory->over_buffer
                   ? "texel"
                   : StrCat(Counted(form.memory->bytes, "byte", "bytes"), " at ", form.memory->offset);
    }
    rows += StrCat("<tr><td>", Html(Join(facts, ", ")), "</td><td>", SideCell(form, 0), "</td>",
                   alone ? "" : StrCat("<td>", SideCell(form, 1), "</td>"), "<td>", Html(memory),
                   "</td><td class=\"number\">", form.at_least ? "≥ " : "", WithCommas(form.count), "</td></tr>\n");
  }
  const size_t more = mistake.forms.size() - std::min(mistake.forms.size(), kMostShownForms);
  return StrCat("<h4>The same two statements met in ", mistake.forms.size(),
                " ways</h4>\n<div class=\"wide\"><table>\n"
                "<thead><tr><th scope=\"col\">kind</th><th scope=\"col\">",
                alone ? "access" : "A", "</th>", alone ? "" : "<th scope=\"col\">B</th>",
                "<th scope=\"col\">memory</th><th scope=\"col\" class=\"number\">times</th></tr></thead>\n<tbody>\n",
                rows, "</tbody></table></div>\n",
                more == 0 ? "" : StrCat("<p class=\"muted\">and ", more, " more</p>\n"));
}

std::string LinkTo(const PlacedMistake& other) {
  return StrCat("<a href=\"#", Html(other.place), "\">", Html(MistakeInShort(*other.mistake)), "</a>");
}

std::string ProcessesHtml(const Mistake& mistake) {
  if (mistake.seen_by.empty()) return "";
  std::string items;
  for (size_t i = 0; i < mistake.seen_by.size() && i < kMostShownProcesses; ++i) {
    const SeenBy& process = mistake.seen_by[i];
    std::vector<std::string> facts;
    if (process.pid != 0) facts.push_back(StrCat("pid ", process.pid));
    if (!process.host.empty()) facts.push_back(StrCat("on ", process.host));
    if (!process.rank.empty()) facts.push_back(StrCat("rank ", process.rank));
    if (!process.test.empty()) facts.push_back(StrCat("test ", process.test));
    items += StrCat("<li><code>", Html(process.command), "</code> ", Html(Join(facts, ", ")), "</li>\n");
  }
  const size_t more = mistake.seen_by.size() - std::min(mistake.seen_by.size(), kMostShownProcesses);
  if (more > 0) items += StrCat("<li>and ", more, " more</li>\n");
  return StrCat("<h4>Seen in ", Counted(mistake.seen_by.size(), "process", "processes"),
                "</h4>\n<ul class=\"plain\">\n", items, "</ul>\n");
}

std::string Chips(const Mistake& mistake) {
  std::vector<std::string> facts = FactsOf(mistake);
  facts.pop_back();  // the severity, which stands above
  std::string out;
  for (const std::string& fact : facts) out += StrCat("<li>", Html(fact), "</li>");
  return StrCat("<ul class=\"chips\">", out, "</ul>\n");
}

// Where the application was, each time as in the text report.
std::string HostStacksHtml(const Finding& finding) {
  std::string rows;
  for (int side = -1; side < 2; ++side) {
    const std::string own = HostStackRows(finding, side, false);
    if (own.empty()) continue;
    if (side >= 0) rows += StrCat("<p>", Html(CommandText((*finding.commands)[static_cast<size_t>(side)])), "</p>\n");
    rows += StrCat("<pre class=\"text\">", HtmlLines(own), "</pre>\n");
  }
  return rows.empty() ? "" : StrCat("<h4>Where in the host program</h4>\n", rows);
}

// Why, and what to do about it.
std::string Reasons(const Mistake& mistake, const MistakeLinks& links) {
  const Finding& finding = mistake.first();
  std::string why, repair;
  if (!finding.why.empty()) why = StrCat("<section><h4>Why</h4>\n<p>", Html(finding.why), "</p>\n</section>\n");
  if (!mistake.repair.empty()) repair += StrCat("<p>", Html(mistake.repair), "</p>\n");
  repair += OrderHtml(finding.missing_order);
  if (!links.with_it.empty()) {
    repair += "<p>Repairs also:</p>\n<ul>\n";
    for (const PlacedMistake& other : links.with_it) repair += StrCat("<li>", LinkTo(other), "</li>\n");
    repair += "</ul>\n";
  }
  if (links.repaired_with != nullptr) {
    repair += StrCat("<p>Repaired also with ", LinkTo(*links.repaired_with), "</p>\n");
  }
  if (!repair.empty()) repair = StrCat("<section class=\"repair\"><h4>Repair</h4>\n", repair, "</section>\n");
  return why.empty() && repair.empty() ? "" : StrCat("<div class=\"reasons\">\n", why, repair, "</div>\n");
}

}  // namespace

std::string MistakeTitle(const Finding& finding) {
  const std::string title = TitleOf(finding.kind);
  return StrCat(RuleText(finding.rule), ": ", title.empty() ? finding.kind : title);
}

std::string FindingCard(const PlacedMistake& placed, const MistakeLinks& links) {
  const Mistake& mistake = *placed.mistake;
  const Finding& finding = mistake.first();
  const std::string severity = SeverityName(finding.severity);
  std::string out = StrCat("<article class=\"finding ", severity, "\" id=\"", Html(placed.place), "\" data-rule=\"",
                           Html(RuleName(finding.rule)), "\" data-severity=\"", severity, "\" data-kernel=\"",
                           Html(finding.kernel), "\" aria-labelledby=\"", Html(placed.place), "-title\">\n");
  out += StrCat("<header><h3 id=\"", Html(placed.place), "-title\"><span class=\"badge\">", severity, "</span> ",
                Html(MistakeTitle(finding)), "</h3>\n", Chips(mistake), "</header>\n");
  out += StrCat("<dl class=\"facts\">\n", Fact("kernel", KernelHtml(finding)),
                Fact("memory", finding.memory ? Html(MemoryText(*finding.memory)) : ""),
                Fact("loop", finding.loop ? PlaceHtml(finding.loop->position) : ""),
                Fact("barriers", BarriersHtml(finding)), Fact("seen", Html(SeenText(mistake))),
                Fact("test", finding.launch != nullptr && mistake.seen_by.empty() ? Html(finding.launch->test) : ""),
                Fact("id", StrCat("<a href=\"#", Html(placed.place), "\"><code>", Html(mistake.id), "</code></a>")),
                "</dl>\n");
  const std::string text = HtmlLines(MistakeText(mistake, {}, false));
  if (HasSides(finding)) {
    out += "<div class=\"sides\">\n";
    for (size_t i = 0; i < SidesOf(finding); ++i) out += SideHtml(finding, i);
    out += "</div>\n";
  } else {
    out += StrCat("<pre class=\"text\">", text, "</pre>\n");
  }
  if (const std::string graph = GraphPicture(mistake); !graph.empty()) {
    out += StrCat("<figure class=\"wide\">", graph, "</figure>\n");
  }
  if (const std::string picture = FindingPicture(mistake); !picture.empty()) {
    out += StrCat("<figure class=\"wide\">", picture, "</figure>\n");
  }
  out +=
      StrCat(Reasons(mistake, links), HostStacksHtml(finding), FormsHtml(mistake), ProcessesHtml(mistake), "<footer>");
  if (!links.kind_place.empty()) {
    out += StrCat("<a href=\"#", Html(links.kind_place), "\">What ", Html(finding.kind), " means</a>");
  }
  if (HasSides(finding)) {
    out += StrCat("<details><summary>As text</summary><pre class=\"text\">", text, "</pre></details>");
  }
  return out + "</footer>\n</article>\n";
}

}  // namespace lockstep
