// Turns private variables into SSA values without touching shared memory.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_PROMOTE_PRIVATE_H_
#define LOCKSTEP_INSTRUMENT_PASSES_PROMOTE_PRIVATE_H_

namespace llvm {
class Function;
}  // namespace llvm

namespace lockstep::instrument {

// Promotes scalars, pointers, and the fields of structures that are kept in private memory.
// Accesses of other address spaces all survive, even those whose value is not used.
bool PromotePrivateMemory(llvm::Function& function);

// Promotes only whole variables that are loaded and stored as one.
bool PromoteWholeVariables(llvm::Function& function);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_PROMOTE_PRIVATE_H_
