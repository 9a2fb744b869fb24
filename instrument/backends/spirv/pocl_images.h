// Image functions that PoCL has but does not find for SPIR-V.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_POCL_IMAGES_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_POCL_IMAGES_H_

#include <string>

namespace llvm {
class Module;
}

namespace lockstep::instrument {

// Defines those that `module` calls.
void DefinePoclImageFunctions(llvm::Module& module);

// `code`, SPIR-V made of such a module, with the definitions under the names that PoCL looks for.
std::string NameAsInPocl(const std::string& code);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_POCL_IMAGES_H_
