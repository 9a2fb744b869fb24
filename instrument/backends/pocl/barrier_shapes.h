// Control flow around barriers that PoCL 3.1 compiles wrongly although the whole group meets them.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_POCL_BARRIER_SHAPES_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_POCL_BARRIER_SHAPES_H_

#include <string>
#include <utility>
#include <vector>

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace lockstep::instrument {

class Uniformity;

// Where a branch with a barrier in it ends: from its last block to the first one behind it.
using BranchEnd = std::pair<llvm::BasicBlock*, llvm::BasicBlock*>;

// What PoCL does not compile as it stands.
struct ShapesMistakenByPocl {
  // Why the kernel had better not reach PoCL in its own form, in words; empty if there is no reason.
  std::string reason;
  // If there is none: where a barrier of our own keeps PoCL from splitting up what stands in front of it.
  // Each is met by the whole group or not at all, and is in no loop.
  std::vector<BranchEnd> ends_to_mark;
  // Likewise first blocks behind branches with barriers: such a barrier at their beginnings.
  std::vector<llvm::BasicBlock*> joins_to_mark;
  // Blocks in front of conditional barriers, in no loop around those, behind which work-items go different ways: PoCL
  // must not find there what it knew before.
  std::vector<llvm::BasicBlock*> tests_to_disguise;
  // Headers of loops without barriers that the group does not provably go round together: PoCL must not
  // take them for such loops, and put a barrier into them.
  std::vector<llvm::BasicBlock*> loops_to_disguise;
  // Of those that it provably goes round together, the ones into which PoCL may put a barrier.
  std::vector<llvm::BasicBlock*> loops_together;
};

// `kernel`: reducible, no unreachable blocks, everything inlined; it has barriers or will get one from us.
// `uniformity`: of the kernel as it stands.
ShapesMistakenByPocl FindShapesMistakenByPocl(llvm::Function& kernel, const Uniformity& uniformity);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_POCL_BARRIER_SHAPES_H_
