// LLVM asks in front of a loop whether it is gone round at all, so that two ways lead to what follows it, and computes
// there, on both, what checks need behind the loop and in it. PoCL 6 makes a variable of each such value, and LLVM's
// instcombine, which merges their stores, then ends the process (barrier_joins.cc). Stores on three ways it leaves
// alone:
//
//   front: br loop             =>      front: br (get_local_id(0) >> 32 == 1), never, loop
//   loop: ...; br loop, exit           never: a store that no optimiser takes away; br exit
#include "instrument/backends/pocl/loop_exits.h"

#include <utility>
#include <vector>

#include "instrument/backends/pocl/never_taken.h"
#include "instrument/ir/barriers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace lockstep::instrument {
namespace {

using Exits = llvm::SmallVector<llvm::BasicBlock*, 4>;

void AddWayPast(llvm::BasicBlock& front, const Exits& exits, llvm::Value& control) {
  llvm::BasicBlock* never = AddNeverTaken(front, control);
  if (exits.size() == 1) {
    llvm::BranchInst::Create(exits[0], never);
  } else {
    llvm::IRBuilder<> builder(never);
    llvm::Type* word = builder.getInt32Ty();
    llvm::Value* pointer =
        builder.CreateBitCast(&control, word->getPointerTo(control.getType()->getPointerAddressSpace()));
    llvm::Value* which = builder.CreateLoad(word, pointer, /*isVolatile=*/true);
    llvm::SwitchInst* leave = builder.CreateSwitch(which, exits[0]);
    for (unsigned i = 1; i < exits.size(); ++i) leave->addCase(builder.getInt32(i), exits[i]);
  }
  for (llvm::BasicBlock* exit : exits) {
    for (llvm::PHINode& phi : exit->phis()) phi.addIncoming(llvm::Constant::getNullValue(phi.getType()), never);
  }
}

}  // namespace

void GiveLoopExitsAThirdWay(llvm::Function& kernel, llvm::Value& control) {
  if (!BarriersOf(kernel).empty()) return;
  std::vector<std::pair<llvm::BasicBlock*, Exits>> ways;
  llvm::DominatorTree dominators(kernel);
  llvm::LoopInfo loops(dominators);
  for (llvm::Loop* loop : loops) llvm::formLCSSARecursively(*loop, dominators, &loops, nullptr);
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    Exits exits;
    loop->getUniqueExitBlocks(exits);
    llvm::erase_if(exits, [&](llvm::BasicBlock* exit) {
      return !llvm::all_of(llvm::predecessors(exit), [&](auto* block) { return loop->contains(block); });
    });
    if (exits.empty()) continue;
    llvm::BasicBlock* front = loop->getLoopPreheader();
    if (front == nullptr)
      front = llvm::InsertPreheaderForLoop(loop, &dominators, &loops, nullptr, /*PreserveLCSSA=*/true);
    if (front != nullptr) ways.emplace_back(front, exits);
  }
  for (const auto& [front, exits] : ways) AddWayPast(*front, exits, control);
}

}  // namespace lockstep::instrument
