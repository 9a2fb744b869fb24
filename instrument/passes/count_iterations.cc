// count-iterations: where work-items advance in lock step (--model=lockstep:N), every work-item keeps
// a number that tells the iterations of the loops it is in apart. Two executions of one instruction
// with equal numbers are one dynamic instruction (semantics.md, section 5).
//
//   preheader:              preheader:  count = 0
//   header:           =>    header:     count = count + 1
//                                       iteration = hash of the counts of all loops around here
//   exit:                   exit:       iteration = hash of the counts of the loops still around
//
// Runs on the loops of the source, before the barriers are taken apart; the two kinds of variables
// live on through that.
#include <vector>

#include "instrument/ir/barriers.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/reducible.h"
#include "instrument/passes/passes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::instrument {
namespace {

class Counting {
 public:
  explicit Counting(llvm::Function& kernel) : kernel_(kernel), tree_(kernel), loops_(tree_) {}

  void Run() {
    llvm::BasicBlock& entry = kernel_.getEntryBlock();
    llvm::IRBuilder<> builder(&entry, entry.begin());
    iteration_ = builder.CreateAlloca(builder.getInt64Ty(), nullptr, kIteration);
    llvm::SmallVector<llvm::Loop*, 8> all = loops_.getLoopsInPreorder();
    for (const llvm::Loop* loop : all) {
      counts_[loop] = builder.CreateAlloca(builder.getInt64Ty(), nullptr, "lockstep.count");
    }
    llvm::BasicBlock::iterator after = entry.begin();
    while (llvm::isa<llvm::AllocaInst>(*after)) ++after;
    builder.SetInsertPoint(&entry, after);
    builder.CreateStore(builder.getInt64(0), iteration_);
    llvm::SmallSetVector<llvm::BasicBlock*, 16> changes;  // where other loops are around
    for (llvm::Loop* loop : all) {
      changes.insert(loop->getHeader());
      llvm::SmallVector<llvm::BasicBlock*, 8> exits;
      loop->getUniqueExitBlocks(exits);
      changes.insert(exits.begin(), exits.end());
      for (llvm::BasicBlock* before : llvm::predecessors(loop->getHeader())) {
        if (loop->contains(before)) continue;
        builder.SetInsertPoint(before->getTerminator());
        builder.CreateStore(builder.getInt64(0), counts_[loop]);
      }
    }
    for (llvm::BasicBlock* block : changes) Update(*block);
  }

 private:
  void Update(llvm::BasicBlock& block) {
    llvm::IRBuilder<> builder(&block, block.getFirstInsertionPt());
    llvm::Loop* loop = loops_.getLoopFor(&block);
    if (loop != nullptr && loop->getHeader() == &block) {
      llvm::Value* count = builder.CreateLoad(builder.getInt64Ty(), counts_[loop]);
      builder.CreateStore(builder.CreateAdd(count, builder.getInt64(1)), counts_[loop]);
    }
    builder.CreateStore(Hash(builder, loop), iteration_);
  }

  // Which loop it is need not be part of it: the site tells that.
  llvm::Value* Hash(llvm::IRBuilder<>& builder, const llvm::Loop* loop) {
    if (loop == nullptr) return builder.getInt64(0);
    constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15;  // odd, so no count is lost
    llvm::Value* outer = Hash(builder, loop->getParentLoop());
    llvm::Value* count = builder.CreateLoad(builder.getInt64Ty(), counts_[loop]);
    llvm::Value* mixed = builder.CreateMul(outer, builder.getInt64(kMultiplier));
    mixed = builder.CreateXor(mixed, builder.CreateLShr(mixed, 29));
    return builder.CreateAdd(mixed, count);
  }

  llvm::Function& kernel_;
  llvm::DominatorTree tree_;
  llvm::LoopInfo loops_;
  llvm::AllocaInst* iteration_ = nullptr;
  llvm::DenseMap<const llvm::Loop*, llvm::AllocaInst*> counts_;
};

}  // namespace

bool CountIterations(llvm::Module& module, PipelineState& state) {
  if (!state.options.lockstep) return false;
  bool changed = false;
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    // Lock step is defined for loops with one entry. Those with several get one here, and what is then a loop
    // is one: who came in by different entries is in the same iteration, and waits at its end.
    llvm::EliminateUnreachableBlocks(*kernel);
    if (!MakeReducible(*kernel)) {
      GiveUp(InfoOf(*kernel, state),
             "its control flow is irreducible, so its loops cannot be counted for lock step");
      continue;
    }
    Counting(*kernel).Run();
    changed = true;
  }
  return changed;
}

}  // namespace lockstep::instrument
