// What follows a barrier PoCL puts into a loop over the work-items, in front of the block that comes first. If that is
// the head of a loop of the kernel's with several ways back, they lead to PoCL's loop from then on: the work-item
// counts as done when it only goes round, and the group never ends or goes on past its last work-item. So there must be
// a block in between, and something in it that no optimiser takes away or moves over the barrier.
//
//   barrier; br loop          =>      barrier; load volatile control; br loop
//
// Barriers are PoCL's own as well, in front of branches and at loops. What is brought to a loop is a phi, of which PoCL
// makes a variable that is set in front of the loop; so only loops without phis are meant.
#include "instrument/backends/pocl/loop_entries.h"

#include "instrument/ir/barriers.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace lockstep::instrument {

void KeepLoopEntries(llvm::Function& kernel, llvm::Value& control) {
  if (BarriersOf(kernel).empty()) return;
  llvm::DominatorTree dominators(kernel);
  llvm::LoopInfo loops(dominators);
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->getHeader()->phis().empty()) continue;
    llvm::BasicBlock* front = loop->getLoopPreheader();
    if (front == nullptr)
      front = llvm::InsertPreheaderForLoop(loop, &dominators, &loops, nullptr, /*PreserveLCSSA=*/false);
    if (front == nullptr) continue;
    llvm::IRBuilder<> builder(front->getTerminator());
    llvm::Type* word = builder.getInt32Ty();
    const unsigned space = control.getType()->getPointerAddressSpace();
    builder.CreateLoad(word, builder.CreateBitCast(&control, word->getPointerTo(space)), /*isVolatile=*/true);
  }
}

}  // namespace lockstep::instrument
