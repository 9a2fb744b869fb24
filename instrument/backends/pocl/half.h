// OpenCL's half_* functions, which PoCL's library has but not under the names of a SPIR module.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_POCL_HALF_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_POCL_HALF_H_

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Calls half_cos, half_powr, ... by the names and the calling convention that PoCL's library uses
// for its own compiler: scalars and vectors of up to four floats, which every CPU passes alike.
// Wider ones stay as they are.
void UsePoclHalfFunctions(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_POCL_HALF_H_
