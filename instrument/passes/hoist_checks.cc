// Makes checks of what a loop does not change once per entry of the loop: in its first iteration.
//
//   header:                                  header:
//     ...                                      first = phi [true, entry], [false, latch]
//   body:                                    body:
//     read a[j]                    =>          if (first) read a[j]
//     x += a[j]                                x += a[j]
//
// The same bytes are touched in every iteration: the address is made of values from outside the loop. Nothing
// in the loop orders anything (merge_rules.h), so all iterations are of one segment, and the access comes in
// every iteration that another one follows (its block dominates the latches), so if it comes at all it
// comes in the first: there is no later check without an earlier one. As in merge_checks.cc then, R behind
// R finds nothing that the first did not, nor R and W behind R and W. A write alone stays in every
// iteration: its values may differ, and what it is excused by depends on them.
//
// The condition is a value of the loop's own, not a place in front of it: a loop whose body never runs
// makes no access, and whether it runs is known in the loop alone. Optimisers take the first iteration out
// or the branch costs next to nothing; but a loop that they would unroll, because it is known to be short,
// keeps its checks (matmul_register of perf/ took 1.7 times the cycles otherwise).
#include "instrument/passes/hoist_checks.h"

#include <algorithm>
#include <map>

#include "instrument/analysis/loop_counters.h"
#include "instrument/analysis/loop_values.h"
#include "instrument/passes/merge_rules.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {
namespace {

// Iterations of a loop that is unrolled if nothing is in the way, and left as it is.
constexpr unsigned kShort = 8;

class Hoister {
 public:
  explicit Hoister(llvm::Function& kernel) : dominators_(kernel), loops_(dominators_) {}

  // The value that is true in the first iteration of the outermost loop in which `check` may be made once
  // per entry; nullptr if there is none.
  llvm::Value* Once(const PlannedCheck& check) {
    llvm::Loop* outermost = nullptr;
    for (llvm::Loop* loop = loops_.getLoopFor(check.access.instruction->getParent());
         loop != nullptr && Repeats(check.access, *loop); loop = loop->getParentLoop()) {
      outermost = loop;
    }
    if (outermost == nullptr || IsShort(*outermost, kShort, loops_, dominators_)) return nullptr;
    return FirstIteration(*outermost);
  }

 private:
  // Whether every iteration of `loop` makes `access`, of the same bytes, and orders nothing.
  bool Repeats(const Access& access, llvm::Loop& loop) {
    const llvm::BasicBlock* block = access.instruction->getParent();
    llvm::SmallVector<llvm::BasicBlock*, 4> latches;
    loop.getLoopLatches(latches);
    return std::all_of(latches.begin(), latches.end(),
                       [&](const llvm::BasicBlock* latch) { return dominators_.dominates(block, latch); }) &&
           IsLoopInvariant(*access.pointer, loop) && !Orders(loop);
  }

  bool Orders(const llvm::Loop& loop) {
    const auto [known, fresh] = orders_.emplace(&loop, false);
    if (fresh) known->second = MayOrder(loop);
    return known->second;
  }

  llvm::Value* FirstIteration(llvm::Loop& loop) {
    llvm::PHINode*& first = first_[&loop];
    if (first != nullptr) return first;
    llvm::BasicBlock& header = *loop.getHeader();
    llvm::LLVMContext& context = header.getContext();
    first = llvm::PHINode::Create(llvm::Type::getInt1Ty(context), 2, "lockstep.first", &header.front());
    for (llvm::BasicBlock* from : llvm::predecessors(&header)) {
      first->addIncoming(llvm::ConstantInt::getBool(context, !loop.contains(from)), from);
    }
    return first;
  }

  const llvm::DominatorTree dominators_;
  const llvm::LoopInfo loops_;
  std::map<const llvm::Loop*, bool> orders_;
  std::map<const llvm::Loop*, llvm::PHINode*> first_;
};

}  // namespace

void HoistChecks(llvm::Function& kernel, CheckPlan& plan) {
  Hoister hoister(kernel);
  for (PlannedCheck& check : plan.checks) {
    const bool reads = check.access.kind == AccessKind::kRead || check.read_site != 0;
    if (reads && MayMerge(plan, check)) check.once = hoister.Once(check);
  }
}

}  // namespace lockstep::instrument
