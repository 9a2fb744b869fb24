// PoCL 3.1 puts a barrier into a loop which it believes that the whole group goes round together; where
// the group does not, it applies work-item 0's way to all. It believes so of a block that a uniform branch
// leads to, whatever else leads there, and of a load from one address; and it looks at what its optimiser
// has made of the kernel. So of loops of which we cannot prove it no such belief must arise.
// (Loops of the resumable form stay as they are: with these disguised as well PoCL made kernels that crash,
// oracle-seed.31377; docs/limitations.md has what that leaves.)
//
//   br (c), body, behind     =>     d = get_local_id(0) > 0xffffffff     never true, and known to be so
//                                   br (c ^ d), body, behind             once the loop over them is made
#include "instrument/passes/disguise_loops.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

void Disguise(llvm::Instruction& exit) {
  if (exit.getNumSuccessors() < 2) return;
  llvm::IRBuilder<> builder(&exit);
  llvm::FunctionCallee id = exit.getModule()->getOrInsertFunction("_Z12get_local_idj", builder.getInt64Ty(),
                                                                  builder.getInt32Ty());
  if (auto* function = llvm::dyn_cast<llvm::Function>(id.getCallee())) {
    function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  }
  llvm::CallInst* call = builder.CreateCall(id, {builder.getInt32(0)});
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  // Calls in a function with debug information need a location; line 0 is nobody's code.
  if (llvm::DISubprogram* subprogram = exit.getFunction()->getSubprogram()) {
    call->setDebugLoc(llvm::DILocation::get(exit.getContext(), 0, 0, subprogram));
  }
  llvm::Value* never = builder.CreateICmpUGT(call, builder.getInt64(0xffffffff));
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

}  // namespace lockstep::instrument
