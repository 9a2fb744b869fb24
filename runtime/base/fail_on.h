// What a run must show to end with --error-exitcode: the list that --fail-on takes.
#ifndef LOCKSTEP_RUNTIME_BASE_FAIL_ON_H_
#define LOCKSTEP_RUNTIME_BASE_FAIL_ON_H_

#include <string>
#include <string_view>

#include "runtime/base/severity.h"
#include "runtime/base/status.h"

namespace lockstep {

struct FailOn {
  Severity severity = Severity::kError;  // findings that are at least so severe; errors always count
  bool unchecked = false;                // launches that were not checked
  bool incomplete = false;               // what was checked in part, or was lost
};

inline bool operator==(const FailOn& a, const FailOn& b) {
  return a.severity == b.severity && a.unchecked == b.unchecked && a.incomplete == b.incomplete;
}
inline bool operator!=(const FailOn& a, const FailOn& b) { return !(a == b); }

// Its words, as documentation and help show them.
inline constexpr char kFailOnWords[] = "error|warning|info|unchecked|incomplete";

// "warning,unchecked": words of kFailOnWords in any order; of several severities the least severe counts.
// kInvalidArgument, with the word that is none of them.
StatusOr<FailOn> ParseFailOn(std::string_view text);

// The text that ParseFailOn reads.
std::string FailOnText(const FailOn& fail_on);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_FAIL_ON_H_
