// Findings that only repeat another one in other words.
#ifndef LOCKSTEP_RUNTIME_CHECKS_STAND_INS_H_
#define LOCKSTEP_RUNTIME_CHECKS_STAND_INS_H_

#include <vector>

#include "runtime/model/finding.h"

namespace lockstep {

// Of one launch's findings, takes out each race of two writes of one value, of which one stands for an access that the
// cell has forgotten (Finding::stands_for), where other races tell of that access: both its statements race in the same
// object, and within the work-group or between work-groups as it does, with accesses that are known. In
// `if (c) x = 0; else x = 1;` the second statement races with the first, and not with itself.
void TakeOutStandIns(std::vector<Finding>* findings);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_CHECKS_STAND_INS_H_
