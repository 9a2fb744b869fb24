// A topological order, loop by loop.
#include "instrument/passes/lockstep_steps.h"

#include <set>
#include <utility>

#include "instrument/analysis/divergence_sources.h"
#include "instrument/ir/access.h"
#include "instrument/ir/image_access.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::instrument {
namespace {

class Ordering {
 public:
  Ordering(llvm::Function& kernel, const llvm::LoopInfo& loops) : kernel_(kernel), loops_(loops) {
    for (llvm::BasicBlock& block : kernel) {
      const auto place = static_cast<unsigned>(place_.size());
      place_[&block] = place;
    }
  }

  std::vector<llvm::BasicBlock*> Run() {
    Order(nullptr, &kernel_.getEntryBlock());
    return std::move(result_);
  }

 private:
  // What stands for `block` among the blocks and inner loops of `level`: itself, or the header of
  // the inner loop that it is in.
  llvm::BasicBlock* Stand(llvm::BasicBlock* block, const llvm::Loop* level) const {
    const llvm::Loop* loop = loops_.getLoopFor(block);
    if (loop == level) return block;
    while (loop->getParentLoop() != level) loop = loop->getParentLoop();
    return loop->getHeader();
  }

  // The blocks of `level` (nullptr: of the function), inner loops as one.
  void Order(const llvm::Loop* level, llvm::BasicBlock* first) {
    llvm::DenseMap<llvm::BasicBlock*, llvm::SmallSetVector<llvm::BasicBlock*, 4>> next;
    llvm::DenseMap<llvm::BasicBlock*, unsigned> before;
    for (llvm::BasicBlock& block : kernel_) {
      if (level != nullptr && !level->contains(&block)) continue;
      llvm::BasicBlock* from = Stand(&block, level);
      for (llvm::BasicBlock* successor : llvm::successors(&block)) {
        if (level != nullptr && (!level->contains(successor) || successor == first)) continue;
        llvm::BasicBlock* to = Stand(successor, level);
        if (to != from && next[from].insert(to)) ++before[to];
      }
    }
    std::set<std::pair<unsigned, llvm::BasicBlock*>> ready = {{place_[first], first}};
    while (!ready.empty()) {
      llvm::BasicBlock* block = ready.begin()->second;
      ready.erase(ready.begin());
      const llvm::Loop* inner = loops_.getLoopFor(block);
      if (inner == level) {
        result_.push_back(block);
      } else {
        while (inner->getParentLoop() != level) inner = inner->getParentLoop();
        Order(inner, block);
      }
      for (llvm::BasicBlock* successor : next[block]) {
        if (--before[successor] == 0) ready.emplace(place_[successor], successor);
      }
    }
  }

  llvm::Function& kernel_;
  const llvm::LoopInfo& loops_;
  llvm::DenseMap<llvm::BasicBlock*, unsigned> place_;
  std::vector<llvm::BasicBlock*> result_;
};

}  // namespace

std::vector<llvm::Instruction*> StepsOf(llvm::Function& kernel, bool frozen_arguments) {
  const DivergenceSources sources(kernel, frozen_arguments);
  llvm::SmallPtrSet<llvm::Instruction*, 32> touching;
  for (const Access& access : CollectAccesses(kernel)) {
    const bool frozen = llvm::isa<llvm::LoadInst>(access.instruction) &&
                        sources.Classify(*access.instruction).spread != Spread::kDivergent;
    // The group makes a copy together.
    if (!frozen && !access.copy) touching.insert(access.instruction);
  }
  std::vector<llvm::CallInst*> unknown;
  for (const ImageAccess& access : CollectImageAccesses(kernel, unknown)) {
    touching.insert(access.call);
  }
  std::vector<llvm::Instruction*> steps;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (touching.count(&instruction) != 0) steps.push_back(&instruction);
  }
  return steps;
}

void AddLoopEnds(llvm::Function& kernel, std::vector<llvm::Instruction*>& steps) {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> with_steps;
  for (const llvm::Instruction* step : steps) with_steps.insert(step->getParent());
  llvm::DominatorTree dominators(kernel);
  llvm::LoopInfo loops(dominators);
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    bool has_steps = false;
    for (const llvm::BasicBlock* block : loop->blocks()) has_steps |= with_steps.count(block) != 0;
    if (!has_steps) continue;
    llvm::MDNode* start = loop->getLoopID();  // where the loop stands in the source
    llvm::SmallVector<llvm::BasicBlock*, 4> latches;
    loop->getLoopLatches(latches);
    llvm::BasicBlock* end =
        llvm::SplitBlockPredecessors(loop->getHeader(), latches, ".lockstep.again", &dominators, &loops);
    for (llvm::BasicBlock* latch : latches) latch->getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
    end->getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, start);
    steps.push_back(end->getTerminator());
  }
}

std::vector<llvm::BasicBlock*> LockstepOrder(llvm::Function& kernel, const llvm::LoopInfo& loops) {
  return Ordering(kernel, loops).Run();
}

}  // namespace lockstep::instrument
