#include "runtime/report/sarif_rules.h"

#include <cctype>
#include <string_view>

#include "runtime/base/text.h"
#include "runtime/report/finding_words.h"
#include "runtime/report/rule_pages.h"

namespace lockstep {
namespace {

using Json = nlohmann::ordered_json;

struct Weakness {
  const char* id;
  const char* name;
};

constexpr Weakness kRace = {"362", "Concurrent Execution using Shared Resource with Improper Synchronization"};
constexpr Weakness kBounds = {"119", "Improper Restriction of Operations within the Bounds of a Memory Buffer"};
constexpr Weakness kEndless = {"835", "Loop with Unreachable Exit Condition"};
constexpr Weakness kSynchronization = {"662", "Improper Synchronization"};
constexpr const Weakness* kWeaknesses[] = {&kRace, &kBounds, &kEndless, &kSynchronization};

const Weakness& WeaknessOf(Rule rule) {
  switch (rule) {
    case Rule::kDataRace:
    case Rule::kCommandRace: return kRace;
    case Rule::kOutOfBounds: return kBounds;
    case Rule::kIrregularLoop: return kEndless;
    case Rule::kBarrierDivergence: break;
  }
  return kSynchronization;
}

// "read-write" -> "ReadWrite": names of rules are identifiers.
std::string PascalCase(const std::string& kind) {
  std::string name;
  bool upper = true;
  for (const char c : kind) {
    if (c != '-') name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = c == '-';
  }
  return name;
}

// Links to other pages lead nowhere in a viewer: of "[suppressions.md](../suppressions.md)" the text stays.
std::string WithoutOwnLinks(std::string_view page) {
  std::string text;
  while (!page.empty()) {
    const size_t middle = page.find("](");
    const size_t open = middle == std::string_view::npos ? middle : page.rfind('[', middle);
    const size_t close = middle == std::string_view::npos ? middle : page.find(')', middle);
    if (open == std::string_view::npos || close == std::string_view::npos) break;
    const std::string_view link = page.substr(open, close + 1 - open);
    text.append(page.substr(0, open));
    text.append(link.find("](https://") != std::string_view::npos ? link : page.substr(open + 1, middle - open - 1));
    page.remove_prefix(close + 1);
  }
  return text.append(page);
}

// What a page links to first, its place in the specification; empty: nothing.
std::string_view FirstLink(std::string_view page) {
  const size_t open = page.find("](https://");
  if (open == std::string_view::npos) return "";
  const size_t begin = open + 2, close = page.find(')', begin);
  return page.substr(begin, close - begin);
}

Json RuleJson(const std::string& id, const std::string& title, const std::string& help, Severity severity) {
  return {{"id", id},
          {"name", PascalCase(id)},
          {"shortDescription", SarifText(title)},
          {"fullDescription", SarifText(help)},
          {"help", SarifText(help)},
          {"defaultConfiguration", {{"level", SarifLevel(severity)}}}};
}

Json KindJson(const KindInfo& info) {
  Json rule = RuleJson(info.kind, StrCat(RuleText(info.rule), ": ", info.title), info.help, info.severity);
  rule["help"] = SarifText(StrCat(info.help, " Defined in: ", info.source, ". `lockstep explain ", info.kind,
                                  "` shows an example and its repair."));
  if (const RulePage* page = RulePageOf(info.kind)) {
    rule["help"]["markdown"] = WithoutOwnLinks(page->markdown);
    const std::string_view link = FirstLink(page->markdown);
    if (!link.empty()) rule["helpUri"] = link;
  }
  const Weakness& weakness = WeaknessOf(info.rule);
  rule["relationships"] =
      Json::array({{{"target", {{"id", weakness.id}, {"toolComponent", SarifTaxonomy()}}}, {"kinds", {"superset"}}}});
  // Weaknesses in the form that code hosts look for, too.
  rule["properties"] = {{"rule", RuleName(info.rule)},
                        {"tags", {"opencl", RuleName(info.rule), StrCat("external/cwe/cwe-", weakness.id)}}};
  return rule;
}

}  // namespace

Json SarifText(const std::string& text) { return {{"text", text}}; }

const char* SarifLevel(Severity severity) { return severity == Severity::kInfo ? "note" : SeverityName(severity); }

Json SarifRules() {
  Json rules = Json::array();
  for (const KindInfo& info : AllKinds()) rules.push_back(KindJson(info));
  rules.push_back(RuleJson(kSarifTimedOut, "a launch ran longer than --launch-timeout allows",
                           "A launch was ended, or could not be ended, after the time that --launch-timeout gives it.",
                           Severity::kError));
  return rules;
}

size_t SarifRuleIndex(const std::string& id) {
  size_t index = 0;
  for (const KindInfo& info : AllKinds()) {
    if (id == info.kind) break;
    ++index;
  }
  return index;
}

Json SarifTaxonomy() { return {{"name", "CWE"}, {"index", 0}}; }

Json SarifTaxonomies() {
  Json taxa = Json::array();
  for (const Weakness* weakness : kWeaknesses) {
    taxa.push_back({{"id", weakness->id},
                    {"shortDescription", SarifText(weakness->name)},
                    {"helpUri", StrCat("https://cwe.mitre.org/data/definitions/", weakness->id, ".html")}});
  }
  return Json::array({{{"name", "CWE"},
                       {"organization", "MITRE"},
                       {"shortDescription", SarifText("Common Weakness Enumeration")},
                       {"informationUri", "https://cwe.mitre.org/"},
                       {"isComprehensive", false},
                       {"taxa", std::move(taxa)}}});
}

}  // namespace lockstep
