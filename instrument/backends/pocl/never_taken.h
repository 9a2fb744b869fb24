// A way that nobody goes, and of which no optimiser knows.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_POCL_NEVER_TAKEN_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_POCL_NEVER_TAKEN_H_

namespace llvm {
class BasicBlock;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// Has `front`, which has one way on, branch to a new block besides, which no work-item ever does: it has a store to
// `control`, a pointer to memory that the device may change, and as yet no way out. Gives that block back.
llvm::BasicBlock* AddNeverTaken(llvm::BasicBlock& front, llvm::Value& control);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_POCL_NEVER_TAKEN_H_
