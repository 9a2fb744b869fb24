// Which planned checks within loops are made behind the loop, for all its iterations at once.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_RANGE_CHECKS_H_
#define LOCKSTEP_INSTRUMENT_PASSES_RANGE_CHECKS_H_

#include "instrument/passes/check_plan.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace lockstep::instrument {

// Marks such checks of `plan`, that of `kernel` (PlannedCheck::ranges), and puts into their loops the values that
// count the iterations, and behind them the addresses. Behind HoistChecks, whose checks it leaves, and
// not for lock step. range_checks.cc says why what is found stays.
void RangeChecks(llvm::Function& kernel, CheckPlan& plan);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_RANGE_CHECKS_H_
