// What a run must show to end with --error-exitcode.
#include "runtime/base/fail_on.h"

#include <algorithm>

#include "runtime/base/text.h"

namespace lockstep {

StatusOr<FailOn> ParseFailOn(std::string_view text) {
  FailOn fail_on;
  for (const std::string& word : Split(text, ',')) {
    if (word == "unchecked") {
      fail_on.unchecked = true;
    } else if (word == "incomplete") {
      fail_on.incomplete = true;
    } else if (word == "warning") {
      fail_on.severity = std::max(fail_on.severity, Severity::kWarning);
    } else if (word == "info") {
      fail_on.severity = Severity::kInfo;
    } else if (word != "error") {
      return InvalidArgumentError(StrCat("is a list, with commas, of ",
                                         Join(Split(kFailOnWords, '|'), ", "), ", not '", text, "'"));
    }
  }
  return fail_on;
}

std::string FailOnText(const FailOn& fail_on) {
  return StrCat(SeverityName(fail_on.severity), fail_on.unchecked ? ",unchecked" : "",
                fail_on.incomplete ? ",incomplete" : "");
}

}  // namespace lockstep
