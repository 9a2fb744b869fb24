// The report as a page for a browser: a heading, an index with filters, a card for each finding, and what else is
// known.
#include "runtime/report/html_report.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "runtime/base/base64.h"
#include "runtime/base/hex.h"
#include "runtime/base/sha256.h"
#include "runtime/base/text.h"
#include "runtime/model/rules.h"
#include "runtime/model/words.h"
#include "runtime/report/command_text.h"
#include "runtime/report/finding_words.h"
#include "runtime/report/html_finding.h"
#include "runtime/report/html_markdown.h"
#include "runtime/report/html_tables.h"
#include "runtime/report/html_text.h"
#include "runtime/report/mistake_text.h"
#include "runtime/report/page_parts.h"
#include "runtime/report/printable_report.h"
#include "runtime/report/rule_pages.h"

namespace lockstep {
namespace {

// The source in a Content Security Policy that allows this text and no other.
std::string SourceHash(std::string_view text) {
  return StrCat("'sha256-", Base64Encode(HexDecode(Sha256Hex(text)).value_or("")), "'");
}

// What the page is about, in three words, and how it looks.
struct Verdict {
  std::string text;
  const char* kind;  // a class
};

Verdict VerdictOf(const Report& report) {
  const Totals& totals = report.totals;
  std::vector<std::string> found;
  if (totals.errors > 0) found.push_back(Counted(totals.errors, "error", "errors"));
  if (totals.warnings > 0) found.push_back(Counted(totals.warnings, "warning", "warnings"));
  if (totals.infos > 0) found.push_back(Counted(totals.infos, "info", "infos"));
  if (!found.empty()) {
    return {Join(found, ", "), totals.errors > 0 ? "error" : totals.warnings > 0 ? "warning" : "info"};
  }
  if (report.checked_launches == 0) return {"Nothing was checked", "unknown"};
  const bool whole = totals.unchecked == 0 && report.incomplete.empty() && !report.interrupted &&
                     report.not_instrumented.empty() && report.left_out.launches == 0;
  return whole ? Verdict{"No findings", "good"} : Verdict{"No findings in what was checked", "unknown"};
}

std::string KindPlace(const std::string& kind) { return StrCat("kind-", kind); }

class Page {
 public:
  explicit Page(const Report& report) : report_(report) {
    std::set<std::string> taken;
    for (const Mistake& mistake : report.findings) {
      // An id is twelve digits, unless somebody else wrote the report.
      std::string place = "f-";
      for (const char c : mistake.id) {
        const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '-';
        if (plain) place += c;
      }
      const std::string name = place;
      for (int i = 2; !taken.insert(place).second; ++i) place = StrCat(name, "--", i);
      placed_.push_back({&mistake, place});
    }
  }

  std::string Text() const {
    const Verdict verdict = VerdictOf(report_);
    const std::string command = Join(report_.command, " ");
    const std::string style = StrCat("\n", PageStyle(), PictureStyle());
    const std::string script = StrCat("\n", PageScript());
    std::string out = StrCat(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; form-action "
        "'none'; "
        "style-src ",
        SourceHash(style), "; script-src ", SourceHash(script), "; img-src data:\">\n",
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"lockstep ",
        Html(report_.version), "\">\n<link rel=\"icon\" href=\"data:,\">\n<title>lockstep: ", Html(verdict.text),
        command.empty() ? "" : " — ", Html(Shortened(command, 80)), "</title>\n<style>", style,
        "</style>\n</head>\n<body>\n");
    out += StrCat("<header class=\"top ", verdict.kind, "\">\n<p class=\"tool\">lockstep</p>\n<h1>", Html(verdict.text),
                  "</h1>\n<p class=\"summary\">", Html(SummaryLine(report_, "below")), "</p>\n", RunHtml(report_),
                  "</header>\n<main>\n");
    out += Findings();
    out += Section("not-checked", "Timed out, not checked, incomplete", NotCheckedHtml(report_));
    out += Section("agreed", "Left out by agreement", AgreedHtml(report_));
    out += Section("kernels", "Kernels checked", KernelsHtml(report_));
    out += Section("processes", "Processes", ProcessTableHtml(report_));
    out += Section("kinds", "What the kinds of findings mean", Kinds());
    return StrCat(out, "</main>\n<footer class=\"end\"><p>Written by lockstep ", Html(report_.version),
                  ". This page needs nothing besides itself.</p></footer>\n<script>", script,
                  "</script>\n</body>\n</html>\n");
  }

 private:
  static std::string Section(const char* place, const char* title, const std::string& content) {
    if (content.empty()) return "";
    return StrCat("<section id=\"", place, "\" aria-labelledby=\"", place, "-title\">\n<h2 id=\"", place, "-title\">",
                  title, "</h2>\n", content, "</section>\n");
  }

  std::string Findings() const {
    if (placed_.empty()) return "";
    std::map<std::string, std::vector<PlacedMistake>> with;
    std::map<std::string, const PlacedMistake*> by_id;
    for (const PlacedMistake& one : placed_) {
      by_id.emplace(one.mistake->id, &one);
      if (!one.mistake->repaired_with.empty()) with[one.mistake->repaired_with].push_back(one);
    }
    std::string cards, rows;
    for (const PlacedMistake& one : placed_) {
      MistakeLinks links;
      // Of two with one id the first has what belongs to it.
      if (by_id[one.mistake->id] == &one) links.with_it = with[one.mistake->id];
      const std::string& repaired_with = one.mistake->repaired_with;
      const auto other = by_id.find(repaired_with);
      if (!repaired_with.empty() && other != by_id.end()) links.repaired_with = other->second;
      const std::string& kind = one.mistake->first().kind;
      if (RulePageOf(kind) != nullptr) links.kind_place = KindPlace(kind);
      cards += FindingCard(one, links);
      rows += IndexRow(one);
    }
    std::string out = StrCat("<p class=\"muted\" id=\"shown\" role=\"status\" hidden></p>\n");
    if (placed_.size() > 1) out += StrCat("<ol class=\"index\">\n", rows, "</ol>\n");
    return StrCat(Section("findings", "Findings", StrCat(Filters(), out, cards)));
  }

  static std::string IndexRow(const PlacedMistake& one) {
    const Finding& finding = one.mistake->first();
    const std::string severity = SeverityName(finding.severity);
    const SourcePosition& position = finding.accesses[0].site.position;
    return StrCat("<li class=\"", severity, "\" data-for=\"", Html(one.place), "\"><a href=\"#", Html(one.place),
                  "\"><span class=\"badge\">", severity, "</span> <span class=\"what\">", Html(MistakeTitle(finding)),
                  "</span> <span class=\"where\">",
                  finding.kernel.empty() ? "" : StrCat("<code>", Html(finding.kernel), "</code> "),
                  position.file.empty() ? "" : StrCat(Html(PositionText(position)), " "),
                  finding.commands ? Html(CommandsInShort(finding)) : "", "</span></a></li>\n");
  }

  // Without scripts they are not there.
  std::string Filters() const {
    std::map<std::string, size_t> rules, severities, kernels;
    for (const PlacedMistake& one : placed_) {
      const Finding& finding = one.mistake->first();
      ++rules[RuleName(finding.rule)];
      ++severities[SeverityName(finding.severity)];
      if (!finding.kernel.empty()) ++kernels[finding.kernel];
    }
    return StrCat(
        "<form id=\"filters\" role=\"search\" aria-label=\"Filter findings\" hidden>\n",
        "<label>Text <input type=\"search\" name=\"text\" placeholder=\"file, memory, id…\" autocomplete=\"off\" "
        "spellcheck=\"false\"></label>\n",
        Choice("Rule", "rule", rules), Choice("Severity", "severity", severities), Choice("Kernel", "kernel", kernels),
        "<button type=\"reset\">Show all</button>\n</form>\n");
  }

  static std::string Choice(const char* label, const char* name, const std::map<std::string, size_t>& counts) {
    std::string options = "<option value=\"\">all</option>\n";
    for (const auto& [value, count] : counts) {
      options += StrCat("<option value=\"", Html(value), "\">", Html(value), " (", count, ")</option>\n");
    }
    return StrCat("<label>", label, " <select name=\"", name, "\">\n", options, "</select></label>\n");
  }

  // The pages of docs/rules for the kinds that there are.
  std::string Kinds() const {
    std::set<std::string> kinds;
    for (const PlacedMistake& one : placed_) kinds.insert(one.mistake->first().kind);
    std::string out;
    for (const std::string& kind : kinds) {
      const RulePage* page = RulePageOf(kind);
      if (page == nullptr) continue;
      out += StrCat("<article class=\"kind\" id=\"", KindPlace(kind), "\">\n", HtmlOfMarkdown(page->markdown, 3),
                    "</article>\n");
    }
    return out;
  }

  const Report& report_;
  std::vector<PlacedMistake> placed_;
};

}  // namespace

std::string HtmlReport(const Report& raw) {
  const Report report = PrintableReport(raw);
  return Page(report).Text();
}

}  // namespace lockstep
