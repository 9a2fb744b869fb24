// PoCL 3.1 puts a barrier into a loop which it believes that the whole group goes round together; where
// the group does not, it applies work-item 0's way to all. It believes so of a block that a uniform branch
// leads to, whatever else leads there, and of a load from one address; and it looks at what its optimiser
// has made of the kernel. So of loops of which we cannot prove it no such belief must arise. With PoCL 6 of no loop: in
// groups of one or two work-items, for each of which it makes a copy of the code (WorkitemReplication), it does not
// find the values again that such a loop leaves behind.
//
//   br (c), body, behind     =>     d = get_local_id(0) >> 32         always 0, and known to be so
//                                   br (c ^ (d != 0)), body, behind   once the loop over them is made
#include "instrument/backends/pocl/disguise_loops.h"

#include "instrument/backends/pocl/zero_of_work_item.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {
namespace {

// `number`: of tests with different numbers no optimiser can tell that they come out the same.
void Disguise(llvm::Instruction& exit, uint64_t number = 0) {
  if (exit.getNumSuccessors() < 2) return;
  llvm::IRBuilder<> builder(&exit);
  llvm::Value* zero = ZeroOfWorkItem(builder);
  llvm::Value* never = number == 0 ? builder.CreateICmpNE(zero, builder.getInt64(0))
                                   : builder.CreateICmpEQ(zero, builder.getInt64(number));
  llvm::Value* condition = exit.getOperand(0);  // a branch's and a switch's
  exit.setOperand(0, builder.CreateXor(condition, builder.CreateZExtOrTrunc(never, condition->getType())));
}

}  // namespace

void DisguiseLoops(llvm::Function& kernel, const std::vector<llvm::BasicBlock*>& headers) {
  const llvm::DominatorTree dominators(kernel);
  const llvm::LoopInfo loops(dominators);
  llvm::SmallSetVector<llvm::BasicBlock*, 16> exits;  // a block may leave several loops at once
  for (llvm::BasicBlock* header : headers) {
    const llvm::Loop* loop = loops.getLoopFor(header);
    if (loop == nullptr || loop->getHeader() != header) continue;
    llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
    loop->getExitingBlocks(exiting);
    exits.insert(exiting.begin(), exiting.end());
  }
  for (llvm::BasicBlock* block : exits) Disguise(*block->getTerminator());
}

void DisguiseTests(const std::vector<llvm::BasicBlock*>& blocks) {
  uint64_t number = 0;
  for (llvm::BasicBlock* block : blocks) Disguise(*block->getTerminator(), ++number);
}

}  // namespace lockstep::instrument
