// Rewrites a kernel so that its work-items can wait at different barriers at the same time.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_RESUMABLE_FORM_H_
#define LOCKSTEP_INSTRUMENT_PASSES_RESUMABLE_FORM_H_

#include <vector>

#include "absl/status/status.h"
#include "instrument/pipeline_state.h"

namespace llvm {
class Function;
class Instruction;
}  // namespace llvm

namespace lockstep::instrument {

// Puts `kernel` (a twin with hidden arguments, reducible, barriers with sites) into the resumable
// form of docs/barriers.md. Adds exit sites and the loops around each barrier to `info`. On an
// error the kernel may have been changed and must not run. `steps`: instructions at which work-items
// wait for each other as well, so that those at the first of them go first (lock step); may be none.
// `backend`: for whose devices. `frozen_arguments`: see DivergenceSources; for what exits depend on.
absl::Status MakeResumable(llvm::Function& kernel, KernelDescription& info,
                           const std::vector<llvm::Instruction*>& steps, const Backend& backend,
                           bool frozen_arguments);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_RESUMABLE_FORM_H_
