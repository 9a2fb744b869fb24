// What all forms of the report say of a finding, in words.
#ifndef LOCKSTEP_RUNTIME_REPORT_FINDING_WORDS_H_
#define LOCKSTEP_RUNTIME_REPORT_FINDING_WORDS_H_

#include <string>
#include <vector>

#include "runtime/model/mistake.h"

namespace lockstep {

// "data race", "barrier divergence", "out of bounds", "irregular loop".
const char* RuleText(Rule rule);

// "read-write", "intra-group", "local memory", "error": the kind and what qualifies it.
std::vector<std::string> FactsOf(const Mistake& mistake);

// Who stood at a side of `finding`, as a whole: "work-item 7 (local 7, group 0)"; "" for loops.
std::string WhoText(const Finding& finding, const FindingAccess& access);

// "read", "atomic rmw", "function".
std::string OperationText(const FindingAccess& access);

// How many sides `finding` has: out of bounds one, others two.
size_t SidesOf(const Finding& finding);

// Occurrences of all forms.
uint64_t CountOf(const Mistake& mistake);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_FINDING_WORDS_H_
