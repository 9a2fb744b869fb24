// Which planned checks within loops need to be made in a loop's first iteration only.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_HOIST_CHECKS_H_
#define LOCKSTEP_INSTRUMENT_PASSES_HOIST_CHECKS_H_

#include "instrument/passes/check_plan.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace lockstep::instrument {

// Marks such checks of `plan`, that of `kernel` (PlannedCheck::once), and puts into the headers of their
// loops the values that tell the first iteration. Not for lock step. hoist_checks.cc says why what is found
// stays.
void HoistChecks(llvm::Function& kernel, CheckPlan& plan);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_HOIST_CHECKS_H_
