// Vectors that printf is given, as PoCL's library takes them.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_POCL_NARROW_VECTORS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_POCL_NARROW_VECTORS_H_

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Hands printf vectors of at most eight bytes as C does: char2, char3, char4, short2 and their unsigned kin as numbers,
// short3 as a short4.
void PassNarrowVectorsAsInC(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_POCL_NARROW_VECTORS_H_
