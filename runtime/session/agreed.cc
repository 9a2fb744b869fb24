// What a report says of suppressions, told to those whom it concerns.
#include "runtime/session/agreed.h"

#include "runtime/base/log.h"
#include "runtime/base/text.h"

namespace lockstep {

bool KeepAgreements(const Report& report, const Options& options) {
  if (options.write_suppressions.empty() || report.findings.empty()) return true;
  const Status written = AddSuppressions(options.write_suppressions, report.findings);
  if (!written.ok()) LogOnce(StrCat("--write-suppressions: ", written.message()));
  return written.ok();
}

void SayUnused(const std::vector<std::string>& unused) {
  for (const std::string& entry : unused) Log(StrCat("--suppressions: ", entry, ": no finding matches"));
}

}  // namespace lockstep
