// Image functions that PoCL 3.1 has but does not find by their SPIR names.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_POCL_IMAGES_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_POCL_IMAGES_H_

namespace llvm {
class Module;
}

namespace lockstep::instrument {

// Redirects calls of them to the functions of PoCL's library that do the work.
void UsePoclImageFunctions(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_POCL_IMAGES_H_
