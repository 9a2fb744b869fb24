// What the passes that need fewer checks than accesses share (merge_checks.h, hoist_checks.h, join_checks.h).
#ifndef LOCKSTEP_INSTRUMENT_PASSES_MERGE_RULES_H_
#define LOCKSTEP_INSTRUMENT_PASSES_MERGE_RULES_H_

#include <vector>

#include "instrument/passes/check_plan.h"

namespace llvm {
class Instruction;
class Loop;
}  // namespace llvm

namespace lockstep::instrument {

// Whether a new segment may begin at `instruction`, or others be ordered with the work-item. Between two
// such places a work-item's checks may be made earlier or later than their accesses: all that others do
// meanwhile is unordered with either and meets the check before it or behind it (semantics.md, section 3).
bool MayOrder(const llvm::Instruction& instruction);
// Whether there is such a place in `loop`.
bool MayOrder(const llvm::Loop& loop);

// Whether `check`, of `plan`, may be made elsewhere or by another: of plain loads and stores through a
// known root, in regions where cells decide.
bool MayMerge(const CheckPlan& plan, const PlannedCheck& check);

// Takes the checks whose number is set in `gone` out of `plan`; `gone` has one entry for each.
void DropChecks(CheckPlan& plan, const std::vector<bool>& gone);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_MERGE_RULES_H_
