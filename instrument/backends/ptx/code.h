// PTX text of a module.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_PTX_CODE_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_PTX_CODE_H_

#include <string>

#include "absl/status/statusor.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Optimises `module`, which module.h has finished, and gives its PTX for compute capability 7.0
// and above, the least that has the fences and scopes we need; drivers compile it for what they
// have. `optimize`: false for quick compilation. `checked`: its kernels have checks (registers.h).
absl::StatusOr<std::string> PtxOf(llvm::Module& module, bool optimize, bool checked);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_PTX_CODE_H_
