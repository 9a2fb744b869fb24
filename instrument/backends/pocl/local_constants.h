// Constant expressions over kernel-scope local variables, as instructions.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_POCL_LOCAL_CONSTANTS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_POCL_LOCAL_CONSTANTS_H_

namespace llvm {
class Module;
}

namespace lockstep::instrument {

// Replaces every constant expression that mentions a variable in local memory by instructions, so
// that only instructions name the variable. Returns whether anything changed.
bool ExpandLocalConstants(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_POCL_LOCAL_CONSTANTS_H_
