// LLVM's atomic instructions and fences as PTX's, with the orders and scopes of the source.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_PTX_ATOMICS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_PTX_ATOMICS_H_

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Replaces every atomic instruction and fence by inline PTX. `module` has NVPTX's address spaces.
// Source: PTX ISA 7.5, 9.7.8 (ld, st), 9.7.12 (fence, atom); how sequentially consistent operations
// are made of them: Lustig, Sahasrabuddhe and Giroux, "A Formal Analysis of the NVIDIA PTX Memory
// Consistency Model", ASPLOS 2019, table of mappings. Needed because the NVPTX back end of LLVM 15
// drops the orders of atomic operations without a word, knows no scopes, and has no fences.
void UsePtxAtomics(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_PTX_ATOMICS_H_
