// Where work-items in SIMT lock step wait for each other, and who goes first [001, Fig. 1].
#ifndef LOCKSTEP_INSTRUMENT_PASSES_LOCKSTEP_STEPS_H_
#define LOCKSTEP_INSTRUMENT_PASSES_LOCKSTEP_STEPS_H_

#include <vector>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class LoopInfo;
}  // namespace llvm

namespace lockstep::instrument {

// The steps of `kernel`: the instructions that touch shared memory, in the order of the instructions.
// Left out are loads of what the kernel never writes, which cannot tell when they happen.
// `frozen_arguments`: see DivergenceSources.
std::vector<llvm::Instruction*> StepsOf(llvm::Function& kernel, bool frozen_arguments);

// Adds to `steps` one at the end of each loop that has some: nobody begins an iteration before all have
// ended theirs, where E-WHILE's mask is taken anew. The ways round such a loop are united for it.
void AddLoopEnds(llvm::Function& kernel, std::vector<llvm::Instruction*>& steps);

// All blocks in an order in which lock step comes by: before a block stand those that lead to it (but
// for back edges), a loop's blocks stand together, and of the two sides of a branch the one comes
// first that stands first in the function, as in the source. So the work-items that wait at the
// first step of all are those that a mask would leave active: E-IF's first side before its second,
// E-WHILE's body before its next iteration and before what follows the loop. `kernel` is reducible, all blocks can
// be reached.
std::vector<llvm::BasicBlock*> LockstepOrder(llvm::Function& kernel, const llvm::LoopInfo& loops);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_LOCKSTEP_STEPS_H_
