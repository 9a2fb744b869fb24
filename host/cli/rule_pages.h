// The pages of docs/rules, one for each kind of finding, as they were when this command was built.
#ifndef LOCKSTEP_HOST_CLI_RULE_PAGES_H_
#define LOCKSTEP_HOST_CLI_RULE_PAGES_H_

#include <vector>

namespace lockstep {

struct RulePage {
  const char* kind;      // as rules.def has it
  const char* markdown;  // the whole page
};

// All pages, by name. Made of docs/rules/*.md when this is built (cmake/embed_pages.cmake).
const std::vector<RulePage>& RulePages();

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_RULE_PAGES_H_
