// A number that PoCL cannot take for the same in the whole group.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_POCL_ZERO_OF_WORK_ITEM_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_POCL_ZERO_OF_WORK_ITEM_H_

#include "llvm/IR/IRBuilder.h"

namespace llvm {
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// A 64-bit value that is 0 for every work-item and, by its form, depends on which one it is: PoCL's
// analysis of uniformity takes it for different, and its optimiser cannot tell it before the loop over
// the work-items is made. Afterwards it can, so nothing of it is left in the code that runs.
llvm::Value* ZeroOfWorkItem(llvm::IRBuilder<>& builder);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_POCL_ZERO_OF_WORK_ITEM_H_
