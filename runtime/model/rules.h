// The table of kinds of findings (rules.def).
#ifndef LOCKSTEP_RUNTIME_MODEL_RULES_H_
#define LOCKSTEP_RUNTIME_MODEL_RULES_H_

#include <vector>

#include "runtime/base/severity.h"
#include "runtime/model/finding.h"

namespace lockstep {

enum class Kind {
#define LOCKSTEP_RULE(enumerator, rule, kind, severity, title, help, source) enumerator,
#include "runtime/model/rules.def"
};

struct KindInfo {
  Rule rule;
  const char* kind;
  Severity severity;
  const char* title;
  const char* help;
  const char* source;
};

// The row of `kind`.
const KindInfo& InfoOf(Kind kind);

// All rows, in the table's order.
const std::vector<KindInfo>& AllKinds();

// The title of a finding's kind by its text; "" if there is no such kind.
const char* TitleOf(const std::string& kind);

// The table of docs/checks.md: one row for each kind, in Markdown.
std::string KindsMarkdown();

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_MODEL_RULES_H_
