// Files of suppressions: which findings a project knows of and does not want to be told, or wants to be told in another
// severity. docs/suppressions.md has the grammar.
#ifndef LOCKSTEP_RUNTIME_REPORT_SUPPRESSIONS_H_
#define LOCKSTEP_RUNTIME_REPORT_SUPPRESSIONS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/severity.h"
#include "runtime/model/mistake.h"

namespace lockstep {

// "race:scan*": what must be so of a finding.
struct Condition {
  std::string type;
  std::string pattern;
};

// One line: all its conditions must be met.
struct Suppression {
  unsigned line = 0;                 // number in the file
  std::string text;                  // as it stands there, without blanks around it
  std::optional<Severity> severity;  // that the findings get; nullopt: they are not told
  std::vector<Condition> conditions;
  std::string until;  // the last day on which it counts, "2027-01-31"; empty: it always does
};

struct Suppressions {
  std::string file;
  std::vector<Suppression> entries;   // those that count, in the order of the file
  std::vector<std::string> problems;  // one line each, "FILE:3: …": what is wrong, and entries that have expired
};

// Reads `content` of `file`. `today`: "2026-01-31".
Suppressions ParseSuppressions(std::string_view content, const std::string& file, std::string_view today);

// An entry as messages have it: "FILE:3: race:^old".
std::string NameOf(const Suppressions& suppressions, const Suppression& entry);

// Whether `entry` is about `mistake`.
bool IsAbout(const Suppression& entry, const Mistake& mistake);

// Lines that suppress these mistakes, each by its id, with comments that say what they are.
std::string SuppressionsFor(const std::vector<const Mistake*>& mistakes);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_SUPPRESSIONS_H_
