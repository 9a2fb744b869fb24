// summarise-sites: makes the site program of each kernel that writes global memory, with which the host
// proves at a launch that no two work-items meet there (runtime/prune/site_proof.h).
//
// Not of kernels that synchronise with atomics or fences: what they do to memory that others wait at must
// be in the event log. Nothing in the module changes.
#include "instrument/analysis/site_slice.h"
#include "instrument/passes/kernels.h"
#include "instrument/passes/passes.h"
#include "instrument/passes/synchronisation.h"
#include "llvm/IR/Function.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::instrument {

bool SummariseSites(llvm::Module& module, PipelineState& state) {
  bool changed = false;
  if (!state.races) return changed;
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    changed |= llvm::EliminateUnreachableBlocks(*kernel);
    if (!Synchronises(*kernel)) InfoOf(*kernel, state).site_program = MakeSiteProgram(*kernel);
  }
  return changed;
}

}  // namespace lockstep::instrument
