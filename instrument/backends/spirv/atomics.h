// LLVM's atomic instructions as SPIR-V's, with the scopes and memory semantics of the source.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_ATOMICS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_ATOMICS_H_

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Replaces every atomic instruction and fence by a call of the function that the translator makes
// the SPIR-V instruction of. Source: SPIR-V 1.2, sections 3.25 (memory semantics), 3.27 (scope) and
// 3.32.18 (atomic instructions). Needed because the translator of LLVM 15 gives every atomic
// instruction device scope and none of its fences a region.
void UseSpirvAtomics(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_ATOMICS_H_
