// Which planned checks become one of several cells that lie one behind the other.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_JOIN_CHECKS_H_
#define LOCKSTEP_INSTRUMENT_PASSES_JOIN_CHECKS_H_

#include "instrument/passes/check_plan.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace lockstep::instrument {

// Joins checks of `plan`, that of `kernel` (PlannedCheck::pieces). Behind MergeChecks, and like it not for
// lock step. Every cell gets the record that it would have had; join_checks.cc says why.
void JoinChecks(llvm::Function& kernel, CheckPlan& plan);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_JOIN_CHECKS_H_
