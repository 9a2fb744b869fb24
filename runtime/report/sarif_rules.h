// SARIF's rules: the kinds of findings, with their pages of docs/rules and what the Common Weakness Enumeration calls
// them.
#ifndef LOCKSTEP_RUNTIME_REPORT_SARIF_RULES_H_
#define LOCKSTEP_RUNTIME_REPORT_SARIF_RULES_H_

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "runtime/model/rules.h"

namespace lockstep {

// The rule of launches that ran too long, which has no kind.
inline constexpr char kSarifTimedOut[] = "launch-timeout";

nlohmann::ordered_json SarifText(const std::string& text);
const char* SarifLevel(Severity severity);

// All of them (section 3.49 of the standard), and where one stands among them.
nlohmann::ordered_json SarifRules();
size_t SarifRuleIndex(const std::string& id);

// The taxonomy (3.19.3) that the rules name their weaknesses from, and a reference to it (3.54).
nlohmann::ordered_json SarifTaxonomies();
nlohmann::ordered_json SarifTaxonomy();

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_SARIF_RULES_H_
