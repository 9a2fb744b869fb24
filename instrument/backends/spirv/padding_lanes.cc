//   br more, body, exit    ->    br more & !padding, body, exit
#include "instrument/backends/spirv/padding_lanes.h"

#include "instrument/backends/spirv/own_lane.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

using llvm::Value;

void LeaveLoops(llvm::Function& kernel) {
  const llvm::DominatorTree tree(kernel);
  const llvm::LoopInfo loops(tree);
  // A branch that leaves several loops at once is an exiting one of each, but asks once.
  llvm::SmallVector<llvm::BranchInst*, 8> exits;
  for (llvm::BasicBlock& block : kernel) {
    const llvm::Loop* loop = loops.getLoopFor(&block);
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (loop == nullptr || branch == nullptr || !branch->isConditional()) continue;
    const bool first = loop->contains(branch->getSuccessor(0)), second = loop->contains(branch->getSuccessor(1));
    if (first != second) exits.push_back(branch);
  }
  if (exits.empty()) return;
  llvm::IRBuilder<> builder(kernel.getContext());
  const OwnLane lane = AskForOwnLane(kernel, builder);
  Value* padding = builder.CreateICmpUGE(lane.id, lane.size);
  Value* there = builder.CreateNot(padding);
  for (llvm::BranchInst* branch : exits) {
    builder.SetInsertPoint(branch);
    const bool stays = loops.getLoopFor(branch->getParent())->contains(branch->getSuccessor(0));
    branch->setCondition(stays ? builder.CreateAnd(branch->getCondition(), there)
                               : builder.CreateOr(branch->getCondition(), padding));
  }
}

}  // namespace

void LeaveLoopsInPaddingLanes(llvm::Module& module) {
  for (llvm::Function& function : module) {
    const bool kernel = function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
    if (kernel && !function.isDeclaration()) LeaveLoops(function);
  }
}

}  // namespace lockstep::instrument
