// summarise-groups: makes the group program of each kernel with local memory, with which the host proves at
// a launch that work-items of a group do not meet there (runtime/prune/group_proof.h).
//
// Not of kernels that copy asynchronously: there the order of two accesses is not a matter of barriers alone.
// Nor is it where a kernel's atomics or fences can order local memory; insert-checks, which knows all of them,
// drops the program then (check_plan.cc). Nothing in the module changes: what is looked at may be a copy.
#include "instrument/analysis/group_slice.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/synchronisation.h"
#include "instrument/passes/passes.h"
#include "instrument/passes/scalar_copy.h"
#include "llvm/IR/Function.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::instrument {

bool SummariseGroups(llvm::Module& module, PipelineState& state) {
  bool changed = false;
  if (!state.options.races) return changed;
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    changed |= llvm::EliminateUnreachableBlocks(*kernel);
    const InstrumentOptions& options = state.options;
    const bool open_barriers =
        !options.all_barriers && !options.lockstep && !options.watch && !Synchronises(*kernel);
    const ScalarCopy scalars(*kernel);
    InfoOf(*kernel, state).group_program =
        MakeGroupProgram(scalars.function(), !ChecksAll(state.options.variant), open_barriers);
  }
  return changed;
}

}  // namespace lockstep::instrument
