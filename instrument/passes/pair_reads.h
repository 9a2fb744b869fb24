// Which writes come together with a read of the same bytes.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_PAIR_READS_H_
#define LOCKSTEP_INSTRUMENT_PASSES_PAIR_READS_H_

#include "runtime/program/program.h"
#include "instrument/passes/check_plan.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace lockstep::instrument {

// Sets Site::read and Site::read_first in `info`, that of `kernel`: whoever makes the write also makes that read, of
// the same bytes and with nothing between the two that may order, so that the one is in a race with all plain writes
// with which the other is. To be asked before checks are left out of `plan`.
void PairReads(llvm::Function& kernel, const CheckPlan& plan, KernelDescription& info);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_PAIR_READS_H_
