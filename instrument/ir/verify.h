// Whether what we made is LLVM IR.
#ifndef LOCKSTEP_INSTRUMENT_IR_VERIFY_H_
#define LOCKSTEP_INSTRUMENT_IR_VERIFY_H_

#include "absl/status/status.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Ok if `module` is well formed; else kInternal, with what LLVM's verifier says.
absl::Status Verify(const llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_VERIFY_H_
