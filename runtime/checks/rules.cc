// The table of kinds of findings (rules.def).
#include "runtime/checks/rules.h"

namespace lockstep {

const std::vector<KindInfo>& AllKinds() {
  static const auto* kinds = new std::vector<KindInfo>{
#define LOCKSTEP_RULE(enumerator, rule, kind, severity, title, help, source) \
  {Rule::rule, kind, Severity::severity, title, help, source},
#include "runtime/checks/rules.def"
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

}  // namespace lockstep
