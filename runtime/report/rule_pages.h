// The pages of docs/rules, one for each kind of finding, as they were when this was built.
#ifndef LOCKSTEP_RUNTIME_REPORT_RULE_PAGES_H_
#define LOCKSTEP_RUNTIME_REPORT_RULE_PAGES_H_

#include <string_view>
#include <vector>

namespace lockstep {

struct RulePage {
  const char* kind;      // as rules.def has it
  const char* markdown;  // the whole page
};

// All pages, by name. Made of docs/rules/*.md when this is built (cmake/embed_pages.cmake).
const std::vector<RulePage>& RulePages();

// That of a kind; null: there is none.
inline const RulePage* RulePageOf(std::string_view kind) {
  for (const RulePage& page : RulePages()) {
    if (kind == page.kind) return &page;
  }
  return nullptr;
}

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_RULE_PAGES_H_
