// What a report says of suppressions, told to those whom it concerns.
#ifndef LOCKSTEP_RUNTIME_SESSION_AGREED_H_
#define LOCKSTEP_RUNTIME_SESSION_AGREED_H_

#include <string>
#include <vector>

#include "runtime/base/options.h"
#include "runtime/report/report.h"

namespace lockstep {

// Writes --write-suppressions for `report`. False: that failed, which is said.
bool KeepAgreements(const Report& report, const Options& options);

// "--suppressions: FILE:3: race:^old: no finding matches" for each. Not for one of a run's processes, which does not
// know of the others.
void SayUnused(const std::vector<std::string>& unused);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_AGREED_H_
