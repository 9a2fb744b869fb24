// A value that a work-item needs on both sides of a barrier PoCL keeps in an array with an element for each work-item.
// From 7.0 on it rather computes it anew at each use, if ten instructions are enough, none of which writes memory or
// has another effect (WorkitemLoopsImpl::tryToRematerialize). It makes loads anew too, though what they read may have
// been overwritten since. PoCL's own commit "do not rematerialize mutable loads" (2026-08-05) ends that.
//
//   v = load p; barrier; store v + 1, q     =>     v = load volatile p; barrier; ...
//
// A volatile load counts as an effect. Where nothing is computed anew the loads stay as they are, since nothing moves a
// volatile one out of a loop. Three details of PoCL decide which ones may stay:
// - it puts barriers of its own at the beginning of loops and behind the test that leaves them (ImplicitLoopBarriers),
//   with 7.1 also in kernels that have none;
// - what goes round a loop is a phi, of which it makes a variable (phistoallocas). One that is set in several
//   places it does not compute anew; unless the loop goes round once, so that an optimiser takes it for no loop;
// - a variable that is set in one place, and has no value otherwise, it computes anew everywhere.
#include "instrument/backends/pocl/repeated_loads.h"

#include <memory>

#include "instrument/ir/barriers.h"
#include "instrument/ir/llvm_versions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 16>;

class Barriers {
 public:
  explicit Barriers(llvm::Function& kernel) : kernel_(kernel), dominators_(kernel), loops_(dominators_) {
    for (const llvm::CallInst* barrier : BarriersOf(kernel)) inside_[barrier->getParent()].push_back(barrier);
    for (const llvm::Loop* loop : loops_.getLoopsInPreorder()) {
      in_front_.insert(loop->getHeader());
      llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
      loop->getExitingBlocks(exiting);
      behind_.insert(exiting.begin(), exiting.end());
    }
  }

  bool none() const { return inside_.empty() && in_front_.empty(); }

  // Whether a barrier may be passed between `load` and `use` of it, or of what is computed from it, while it is not
  // made once more.
  bool Between(const llvm::LoadInst& load, const llvm::Use& use) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) user = phi->getIncomingBlock(use)->getTerminator();
    const llvm::BasicBlock* block = load.getParent();
    if (user->getParent() == block) return BarrierIn(*block, &load, user);
    const Blocks& behind = BehindBarrier(load);
    return behind.contains(user->getParent()) || BarrierIn(*user->getParent(), nullptr, user);
  }

  // Whether `phi` is the variable of a loop that may go round more than once.
  bool GoesRound(const llvm::PHINode& phi) {
    const llvm::Loop* loop = loops_.getLoopFor(phi.getParent());
    if (loop == nullptr || loop->getHeader() != phi.getParent()) return false;
    // How often the header runs: once more than the rest of a loop that begins with its test. 0: not known.
    const unsigned rounds = Counts().getSmallConstantMaxTripCount(loop);
    return rounds == 0 || rounds > 2;
  }

 private:
  // Whether a barrier stands in `block` behind `from`, or its beginning, and in front of `to`, or its end.
  bool BarrierIn(const llvm::BasicBlock& block, const llvm::Instruction* from, const llvm::Instruction* to) const {
    const auto found = inside_.find(&block);
    if (found == inside_.end()) return false;
    for (const llvm::CallInst* barrier : found->second) {
      if ((from == nullptr || from->comesBefore(barrier)) && (to == nullptr || barrier->comesBefore(to))) return true;
    }
    return false;
  }

  // The blocks that are entered behind a barrier which is passed behind `load`, without coming by it again.
  const Blocks& BehindBarrier(const llvm::LoadInst& load) {
    const llvm::BasicBlock* block = load.getParent();
    const bool passed = BarrierIn(*block, &load, nullptr) || behind_.contains(block);
    const auto [place, is_new] = reached_[passed ? 1 : 0].try_emplace(block);
    Blocks& entered = place->second;
    if (!is_new) return entered;
    Blocks without;  // entered, but not behind a barrier
    llvm::SmallVector<std::pair<const llvm::BasicBlock*, bool>, 16> work;
    const auto leave = [&](const llvm::BasicBlock* from, bool behind) {
      for (const llvm::BasicBlock* next : llvm::successors(from)) {
        const bool now = behind || in_front_.contains(next);
        if (next != block && (now ? entered : without).insert(next).second) work.emplace_back(next, now);
      }
    };
    leave(block, passed);
    while (!work.empty()) {
      const auto [next, behind] = work.pop_back_val();
      leave(next, behind || inside_.count(next) > 0 || behind_.contains(next));
    }
    return entered;
  }

  llvm::ScalarEvolution& Counts() {
    if (counts_ == nullptr) {
      library_ = std::make_unique<llvm::TargetLibraryInfoImpl>(llvm::Triple(kernel_.getParent()->getTargetTriple()));
      functions_ = std::make_unique<llvm::TargetLibraryInfo>(*library_);
      assumptions_ = std::make_unique<llvm::AssumptionCache>(kernel_);
      counts_ = std::make_unique<llvm::ScalarEvolution>(kernel_, *functions_, *assumptions_, dominators_, loops_);
    }
    return *counts_;
  }

  llvm::Function& kernel_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::SmallVector<const llvm::CallInst*, 2>> inside_;
  Blocks in_front_, behind_;  // where PoCL may put barriers: at these blocks' beginnings and ends
  llvm::DenseMap<const llvm::BasicBlock*, Blocks> reached_[2];
  std::unique_ptr<llvm::TargetLibraryInfoImpl> library_;
  std::unique_ptr<llvm::TargetLibraryInfo> functions_;
  std::unique_ptr<llvm::AssumptionCache> assumptions_;
  std::unique_ptr<llvm::ScalarEvolution> counts_;
};

bool HasNoValueElsewhere(const llvm::PHINode& phi) {
  return llvm::any_of(phi.incoming_values(), [](const llvm::Use& value) { return llvm::isa<llvm::UndefValue>(value); });
}

// Whether PoCL may make `load` once more.
bool MayBeRepeated(const llvm::LoadInst& load, Barriers& barriers) {
  llvm::SmallSetVector<const llvm::Instruction*, 16> values;  // what PoCL would make it again for
  values.insert(&load);
  for (unsigned i = 0; i < values.size(); ++i) {
    for (const llvm::Use& use : values[i]->uses()) {
      if (barriers.Between(load, use)) return true;
      const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) {
        if (barriers.GoesRound(*phi)) continue;
        if (HasNoValueElsewhere(*phi)) return true;
      }
      if (!user->getType()->isVoidTy()) values.insert(user);
    }
  }
  return false;
}

}  // namespace

void LoadOnce(llvm::Function& kernel) {
  Barriers barriers(kernel);
  if (barriers.none()) return;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load == nullptr || !load->isUnordered() || load->hasMetadata(llvm::LLVMContext::MD_invariant_load)) continue;
    if (MayBeRepeated(*load, barriers)) load->setVolatile(true);
  }
}

}  // namespace lockstep::instrument
