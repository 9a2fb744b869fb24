// Keeps PoCL from splitting up what stands behind a branch with a barrier.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_POCL_BRANCH_ENDS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_POCL_BRANCH_ENDS_H_

#include <vector>

#include "instrument/backends/pocl/barrier_shapes.h"

namespace lockstep::instrument {

// Puts a barrier that orders nothing into each of these edges of `kernel`, and at the beginning of each of `joins`: it
// is nobody's barrier but the driver's.
void MarkBranches(llvm::Function& kernel, const std::vector<BranchEnd>& ends,
                  const std::vector<llvm::BasicBlock*>& joins);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_POCL_BRANCH_ENDS_H_
