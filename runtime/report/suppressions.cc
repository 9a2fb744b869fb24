// Files of suppressions.
#include "runtime/report/suppressions.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <ctime>
#include <utility>

#include "runtime/base/pattern.h"
#include "runtime/base/printable.h"
#include "runtime/base/status.h"
#include "runtime/base/suggest.h"
#include "runtime/base/text.h"
#include "runtime/model/rules.h"
#include "runtime/model/words.h"
#include "runtime/report/command_text.h"

namespace lockstep {
namespace {

// Shorter words for the rules.
constexpr std::pair<const char*, Rule> kShortRules[] = {{"race", Rule::kDataRace},
                                                        {"divergence", Rule::kBarrierDivergence},
                                                        {"bounds", Rule::kOutOfBounds},
                                                        {"loop", Rule::kIrregularLoop},
                                                        {"commands", Rule::kCommandRace}};
constexpr const char* kFields[] = {"kernel", "function", "file", "object", "id"};

bool IsField(const std::string& type) {
  return std::any_of(std::begin(kFields), std::end(kFields), [&](const char* field) { return type == field; });
}

// The rule that `type` names.
std::optional<Rule> RuleOf(const std::string& type) {
  for (const auto& [word, rule] : kShortRules) {
    if (type == word) return rule;
  }
  for (const KindInfo& info : AllKinds()) {
    if (type == RuleName(info.rule)) return info.rule;
  }
  return std::nullopt;
}

bool IsKind(const std::string& type) { return TitleOf(type)[0] != '\0'; }

std::vector<std::string> AllTypes() {
  std::vector<std::string> types(std::begin(kFields), std::end(kFields));
  for (const auto& [word, rule] : kShortRules) types.emplace_back(word);
  for (const KindInfo& info : AllKinds()) {
    types.emplace_back(RuleName(info.rule));
    types.emplace_back(info.kind);
  }
  return types;
}

std::vector<std::string> WordsIn(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : line) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, ""));
    }
  }
  if (!word.empty()) words.push_back(word);
  return words;
}

// "2027-01-31", a day that there is.
bool IsDate(std::string_view text) {
  constexpr std::string_view kForm = "dddd-dd-dd";
  if (text.size() != kForm.size()) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool digit = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
    if (kForm[i] == 'd' ? !digit : text[i] != kForm[i]) return false;
  }
  const auto number = [&](size_t at, size_t digits) {
    return static_cast<int>(*ParseUnsigned(text.substr(at, digits)));
  };
  const int month = number(5, 2) - 1, day = number(8, 2);
  std::tm date = {};
  date.tm_year = number(0, 4) - 1900;
  date.tm_mon = month;
  date.tm_mday = day;
  timegm(&date);  // makes another day of one that there is not
  return date.tm_mon == month && date.tm_mday == day;
}

Status AddWord(const std::string& word, Suppression* entry) {
  constexpr std::string_view kUntil = "until=";
  if (word.compare(0, kUntil.size(), kUntil) == 0) {
    entry->until = word.substr(kUntil.size());
    if (IsDate(entry->until)) return OkStatus();
    return InvalidArgumentError(StrCat("'", word, "' has no date such as 2027-01-31"));
  }
  const size_t colon = word.find(':');
  if (colon == std::string::npos) {
    return InvalidArgumentError(StrCat("'", word, "' is no condition such as race:PATTERN or kernel:PATTERN"));
  }
  Condition condition = {word.substr(0, colon), word.substr(colon + 1)};
  if (!IsField(condition.type) && !IsKind(condition.type) && !RuleOf(condition.type)) {
    return InvalidArgumentError(StrCat("'", condition.type, "' is no rule, kind or field",
                                       DidYouMean(condition.type, AllTypes(), " (docs/suppressions.md)")));
  }
  if (condition.pattern.empty()) {
    return InvalidArgumentError(StrCat("'", word, "' has no pattern; ", word, "* means any"));
  }
  entry->conditions.push_back(std::move(condition));
  return OkStatus();
}

StatusOr<Suppression> ParseLine(std::string_view line) {
  Suppression entry;
  entry.text = std::string(line);
  std::vector<std::string> words = WordsIn(line);
  for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kInfo}) {
    if (words[0] == SeverityName(severity)) entry.severity = severity;
  }
  if (entry.severity) words.erase(words.begin());
  for (const std::string& word : words) {
    const Status status = AddWord(word, &entry);
    if (!status.ok()) return status;
  }
  if (entry.conditions.empty())
    return InvalidArgumentError("it has no condition such as race:PATTERN or kernel:PATTERN");
  for (const char* sided : {"file", "function"}) {
    const auto same = [&](const Condition& condition) { return condition.type == sided; };
    if (std::count_if(entry.conditions.begin(), entry.conditions.end(), same) > 2) {
      return InvalidArgumentError(StrCat("a finding has two sides, and it names ", sided, ": more than twice"));
    }
  }
  return entry;
}

// What a condition of that type looks at, of one side of a finding.
std::vector<std::string> OfSide(const Site& site, bool file) {
  std::vector<std::string> texts = {file ? site.position.file : site.position.function};
  for (const SourcePosition& call : site.inlined_at) texts.push_back(file ? call.file : call.function);
  return texts;
}

std::vector<std::string> ObjectsOf(const Finding& finding) {
  if (!finding.memory) return {};
  std::vector<std::string> names = {finding.memory->name, finding.memory->label};
  for (const auto& [index, name] : finding.memory->aliases) names.push_back(name);
  return names;
}

bool AnyMatches(const std::string& pattern, const std::vector<std::string>& texts) {
  return std::any_of(texts.begin(), texts.end(),
                     [&](const std::string& text) { return !text.empty() && PatternMatches(pattern, text); });
}

// Whether each of the conditions of that type is met by a side; two by two different ones.
bool SidesMatch(const Suppression& entry, const Finding& finding, const char* type) {
  std::vector<std::string> patterns;
  for (const Condition& condition : entry.conditions) {
    if (condition.type == type) patterns.push_back(condition.pattern);
  }
  if (patterns.empty()) return true;
  const auto side = [&](const std::string& pattern, int i) {
    return AnyMatches(pattern, OfSide(finding.accesses[i].site, std::string_view(type) == "file"));
  };
  if (patterns.size() == 1) return side(patterns[0], 0) || side(patterns[0], 1);
  return (side(patterns[0], 0) && side(patterns[1], 1)) || (side(patterns[0], 1) && side(patterns[1], 0));
}

// A rule's or kind's pattern looks at everything that has a name.
bool NameMatches(const std::string& pattern, const Finding& finding) {
  std::vector<std::string> names = ObjectsOf(finding);
  names.push_back(finding.kernel);
  if (finding.commands) {
    for (const CommandSide& side : *finding.commands) names.insert(names.end(), {side.call, side.kernel});
  }
  for (const FindingAccess& access : finding.accesses) {
    for (const bool file : {false, true}) {
      for (std::string& text : OfSide(access.site, file)) names.push_back(std::move(text));
    }
  }
  return pattern == "*" || AnyMatches(pattern, names);
}

bool IsMet(const Condition& condition, const Mistake& mistake) {
  const Finding& finding = mistake.first();
  const std::string& type = condition.type;
  if (type == "file" || type == "function") return true;  // SidesMatch
  if (type == "kernel" && finding.commands) {
    const CommandSide* sides = finding.commands->data();
    return AnyMatches(condition.pattern, {sides[0].kernel, sides[1].kernel});
  }
  if (type == "kernel") return PatternMatches(condition.pattern, finding.kernel);
  if (type == "object") return AnyMatches(condition.pattern, ObjectsOf(finding));
  if (type == "id") return PatternMatches(StrCat("^", condition.pattern, "$"), mistake.id);  // of abc, abc-2 is another
  // "irregular-loop" and "out-of-bounds" are a rule and one of its kinds: the rule is meant.
  const auto is_kind = [&](const Finding& form) { return form.kind == type; };
  const std::optional<Rule> rule = RuleOf(type);
  if (rule ? finding.rule != *rule : !std::all_of(mistake.forms.begin(), mistake.forms.end(), is_kind)) return false;
  return NameMatches(condition.pattern, finding);
}

}  // namespace

Suppressions ParseSuppressions(std::string_view content, const std::string& file, std::string_view today) {
  Suppressions all;
  all.file = file;
  unsigned number = 0;
  for (const std::string& raw : Split(WithoutByteOrderMark(content), '\n')) {
    ++number;
    const std::string_view line = Strip(raw);
    const bool blank = std::all_of(line.begin(), line.end(), [](unsigned char c) { return std::isspace(c) != 0; });
    if (blank || line[0] == '#') continue;
    const auto say = [&](const std::string& what) { all.problems.push_back(StrCat(file, ":", number, ": ", what)); };
    StatusOr<Suppression> entry = ParseLine(line);
    if (!entry.ok()) {
      say(StrCat(entry.status().message(), " (ignored)"));
    } else if (!entry->until.empty() && entry->until < today) {
      say(StrCat("expired, it was for findings until ", entry->until, " (ignored): ", line));
    } else {
      entry->line = number;
      all.entries.push_back(*std::move(entry));
    }
  }
  return all;
}

std::string NameOf(const Suppressions& suppressions, const Suppression& entry) {
  return StrCat(suppressions.file, ":", entry.line, ": ", entry.text);
}

bool IsAbout(const Suppression& entry, const Mistake& mistake) {
  const auto is_met = [&](const Condition& condition) { return IsMet(condition, mistake); };
  return std::all_of(entry.conditions.begin(), entry.conditions.end(), is_met) &&
         SidesMatch(entry, mistake.first(), "file") && SidesMatch(entry, mistake.first(), "function");
}

std::string SuppressionsFor(const std::vector<const Mistake*>& mistakes) {
  std::string text;
  for (const Mistake* mistake : mistakes) {
    const Finding& finding = mistake->first();
    if (finding.commands) {
      text += Printable(StrCat("# ", RuleName(finding.rule), ", ", finding.kind, ": ", CommandsInShort(finding)));
      text += StrCat("\nid:", mistake->id, "\n");
      continue;
    }
    const std::string a = PositionText(finding.accesses[0].site.position);
    const std::string b = PositionText(finding.accesses[1].site.position);
    text += Printable(StrCat("# ", RuleName(finding.rule), ", ", finding.kind, ", kernel ", finding.kernel, ": ", a,
                             a == b ? "" : StrCat(" and ", b)));
    text += StrCat("\nid:", mistake->id, "\n");
  }
  return text;
}

}  // namespace lockstep
