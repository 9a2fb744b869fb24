// Gives every loop of the resumable form a way out that no compiler can take away.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_POCL_WAYS_OUT_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_POCL_WAYS_OUT_H_

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace lockstep::instrument {

// Adds to each natural loop of `kernel` that does not contain `sync` an edge from its header to `out`,
// which is never taken. `out`: a block that leads to `sync`, without phis.
void GiveWaysOut(llvm::Function& kernel, const llvm::BasicBlock& sync, llvm::BasicBlock& out);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_POCL_WAYS_OUT_H_
