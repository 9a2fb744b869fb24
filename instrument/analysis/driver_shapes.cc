// Found by random kernels (tests/oracle) of which only the twin ended the process: the driver's
// own path runs clang's optimiser first, which takes most such shapes away.
//
//   while (a) {                    A barrier in a branch in a loop: PoCL replicates what follows
//     if (b) {                     conditional barriers up to the next one, and loses its way
//       barrier(F);                where the loop goes round past them.
//       if (get_local_id(0)) …
//     }
//   }
//
//   again:                         A loop that goes round past the test that leaves it: PoCL puts
//     if (get_local_id(0)) goto again;   a barrier of its own at that test, if that is uniform.
//     if (i++ < 2) goto again;
//
//   while (a) {                    A loop with barriers that is left from within another loop in it.
//     while (b) if (c) goto out;
//     barrier(F);
//   }
//   out:
#include "instrument/analysis/driver_shapes.h"

#include "instrument/passes/barriers.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {
namespace {

std::string At(const llvm::Instruction& instruction) {
  const llvm::DebugLoc& location = instruction.getDebugLoc();
  if (!location || location.getLine() == 0) return "";
  return " at " + std::to_string(location.getLine()) + ":" + std::to_string(location.getCol());
}

bool DominatesLatches(const llvm::BasicBlock* block, const llvm::Loop& loop,
                      const llvm::DominatorTree& dominators) {
  llvm::SmallVector<llvm::BasicBlock*, 4> latches;
  loop.getLoopLatches(latches);
  for (const llvm::BasicBlock* latch : latches) {
    if (!dominators.dominates(block, latch)) return false;
  }
  return true;
}

}  // namespace

std::string ShapeMistakenByPocl(llvm::Function& kernel) {
  const llvm::DominatorTree dominators(kernel);
  const llvm::LoopInfo loops(dominators);
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> with_barrier;
  for (const llvm::CallInst* barrier : BarriersOf(kernel)) {
    with_barrier.insert(barrier->getParent());
    for (const llvm::Loop* loop = loops.getLoopFor(barrier->getParent()); loop != nullptr;
         loop = loop->getParentLoop()) {
      llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
      loop->getExitingBlocks(exiting);
      for (const llvm::BasicBlock* block : exiting) {
        if (loops.getLoopFor(block) == loop) continue;
        return "loop around the barrier" + At(*barrier) +
               ": it is left from within an inner loop, which PoCL 3.1 may compile wrongly";
      }
      if (DominatesLatches(barrier->getParent(), *loop, dominators)) continue;
      // A barrier that is in an inner loop is met on every way that enters that loop.
      const llvm::Loop* inner = loops.getLoopFor(barrier->getParent());
      if (inner != loop) {
        while (inner->getParentLoop() != loop) inner = inner->getParentLoop();
        if (DominatesLatches(inner->getHeader(), *loop, dominators)) continue;
      }
      return "barrier" + At(*barrier) + ": it is in a branch in a loop, which PoCL 3.1 may compile wrongly";
    }
  }
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    bool own_barrier = false;
    for (const llvm::BasicBlock* block : loop->blocks()) own_barrier |= with_barrier.count(block) != 0;
    const llvm::BasicBlock* exiting = loop->getExitingBlock();
    if (own_barrier || exiting == nullptr || !loop->isInnermost()) continue;
    if (DominatesLatches(exiting, *loop, dominators)) continue;
    return "loop" + At(*exiting->getTerminator()) +
           ": it goes round past the test that leaves it, which PoCL 3.1 may compile wrongly";
  }
  return "";
}

}  // namespace lockstep::instrument
