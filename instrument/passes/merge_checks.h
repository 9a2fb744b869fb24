// Which planned checks need not be made, because another one of the same work-item says as much.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_MERGE_CHECKS_H_
#define LOCKSTEP_INSTRUMENT_PASSES_MERGE_CHECKS_H_

#include "instrument/passes/check_plan.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace lockstep::instrument {

// Takes checks out of `plan`, that of `kernel`, and lets others stand for a read as well
// (PlannedCheck::read_site). Not for lock step, where work-items wait for each other between accesses.
// What is found stays: for every byte in a race one on an access site of that byte is reported
// (semantics.md, section 6), of the kind that it would have had; merge_checks.cc says why.
void MergeChecks(llvm::Function& kernel, CheckPlan& plan);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_MERGE_CHECKS_H_
