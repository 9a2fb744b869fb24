// The table of kinds of findings (rules.def).
#include "runtime/model/rules.h"

#include "runtime/base/text.h"

namespace lockstep {

const std::vector<KindInfo>& AllKinds() {
  static const auto* kinds = new std::vector<KindInfo>{
#define LOCKSTEP_RULE(enumerator, rule, kind, severity, title, help, source) \
  {Rule::rule, kind, Severity::severity, title, help, source},
#include "runtime/model/rules.def"
  };
  return *kinds;
}

const KindInfo& InfoOf(Kind kind) { return AllKinds()[static_cast<size_t>(kind)]; }

const char* TitleOf(const std::string& kind) {
  for (const KindInfo& info : AllKinds()) {
    if (kind == info.kind) return info.title;
  }
  return "";
}

std::string KindsMarkdown() {
  std::string text = "| rule | kind | severity | meaning | source |\n|---|---|---|---|---|\n";
  for (const KindInfo& info : AllKinds()) {
    text += StrCat("| ", RuleName(info.rule), " | [`", info.kind, "`](rules/", info.kind, ".md) | ",
                   SeverityName(info.severity), " | ", info.help, " | ", info.source, " |\n");
  }
  return text;
}

}  // namespace lockstep
