// PoCL looks for the blocks that the whole group comes to by post-dominance. An optimiser that sees that a
// loop is not left, if only because it is never entered (a test of the same id has sent everybody
// elsewhere), makes it one without a way out; then nothing post-dominates what is before it. PoCL takes
// the meeting for conditional, puts barriers of its own in front of it, and applies work-item 0's way to
// all. It also puts barriers into loops which it believes that the group goes round together, but only
// into those that are left in one place (ImplicitLoopBarriers, ImplicitConditionalBarriers).
//
//   header: <phis>                  header: <phis>; round = phi(1, next); next = round + 1
//           body            =>              br (next == get_local_id(0) >> 32), out, body
//
// `round` is there since a test of the id alone would be moved in front of the loop. Once the loop over
// the work-items is made, the driver knows that the ids are below 2^32, and nothing of this is left.
#include "instrument/backends/pocl/ways_out.h"

#include "instrument/backends/pocl/zero_of_work_item.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {
namespace {

void GiveWayOut(const llvm::Loop& loop, llvm::BasicBlock& out) {
  llvm::BasicBlock* header = loop.getHeader();
  llvm::BasicBlock* body = header->splitBasicBlock(header->getFirstInsertionPt(), "lockstep.body");
  header->getTerminator()->eraseFromParent();  // the split's branch
  llvm::IRBuilder<> builder(header, header->begin());
  llvm::PHINode* round = builder.CreatePHI(builder.getInt64Ty(), 2, "lockstep.round");
  builder.SetInsertPoint(header);
  llvm::Value* next = builder.CreateAdd(round, builder.getInt64(1), "", /*HasNUW=*/true);
  // Asked for here: what comes from before a barrier PoCL keeps in memory, where nobody knows that it is 0.
  builder.CreateCondBr(builder.CreateICmpEQ(next, ZeroOfWorkItem(builder)), &out, body);
  for (llvm::BasicBlock* before : llvm::predecessors(header)) {
    // A block that is its own loop has become two.
    const bool within = before == body || loop.contains(before);
    round->addIncoming(within ? next : builder.getInt64(1), before);
  }
}

}  // namespace

void GiveWaysOut(llvm::Function& kernel, const llvm::BasicBlock& sync, llvm::BasicBlock& out) {
  const llvm::DominatorTree dominators(kernel);
  const llvm::LoopInfo loops(dominators);
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->contains(&sync)) GiveWayOut(*loop, out);
  }
}

}  // namespace lockstep::instrument
