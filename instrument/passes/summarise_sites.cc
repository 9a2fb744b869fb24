// summarise-sites: makes the site program of each kernel that writes global memory, with which the host
// proves at a launch that no two work-items meet there (runtime/prune/site_proof.h),
// and that accesses stay in the memory that they name. Nothing in the module changes: what is looked at may be a copy.
#include "instrument/analysis/site_slice.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/reducible.h"
#include "instrument/passes/passes.h"
#include "instrument/passes/scalar_copy.h"
#include "llvm/IR/Function.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::instrument {

bool SummariseSites(llvm::Module& module, PipelineState& state) {
  bool changed = false;
  if (!state.options.races) return changed;
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    changed |= llvm::EliminateUnreachableBlocks(*kernel);
    const ScalarCopy scalars(*kernel, /*branches=*/true);
    MakeReducible(scalars.function());  // MakeSiteProgram takes no other
    InfoOf(*kernel, state).site_program = MakeSiteProgram(scalars.function());
  }
  return changed;
}

}  // namespace lockstep::instrument
