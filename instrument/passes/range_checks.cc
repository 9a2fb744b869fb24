// Checks the reads of an innermost loop behind it, at each way out, if those of one iteration lie right behind, or
// right in front of, those of the one before (what ESOP'13, Sect. 6, wishes for):
//
//   header:                              header:
//     i = phi [0, entry], [i + 1, body]    i = phi [0, entry], [i + 1, body]
//                                          count = phi [0, entry], [count + 1, body]
//     br (i < n), body, exit               br (i < n), body, exit
//   body:                                body:
//     read a[b + i]                  =>      x += a[b + i]
//     x += a[b + i]                          br header
//     br header                          exit:
//   exit:                                  read a[b .. b + count)
//
// Nothing in the loop orders anything (merge_rules.h), so a check may be made behind the loop as well as at its
// access. There it is known how often the access was made, whichever way the loop was left: what was not read is
// not checked, as it would be in front of the loop. Each way out leaves a block that the access comes before in the
// iteration that is left, or one that it never does (a way of which that cannot be told keeps the check where it
// is); the access comes in every iteration that another one follows.
//
// Each cell gets the record that it would have had. What the work-item writes in the loop is checked at its place;
// a read of the same cell may then follow the write's check where it came before it, and the cell says of both
// orders that equal values do not excuse the write (LS_VARIED). Only reads are moved: the values of writes are not
// at hand.
//
// A loop that is never left would never be checked. So there must be a counter that only moves towards a bound. A
// kernel that the driver ends within the loop, because an address is no memory of the process, leaves what it has
// read there unchecked (docs/limitations.md).
//
// Only local memory, and only ranges: the library looks at many records at once where no other work-item can change
// them meanwhile. Elsewhere it took longer than the checks in the loop, which wait for nothing that the loop does
// not wait for anyway (docs/performance.md).
#include "instrument/passes/range_checks.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "instrument/analysis/loop_counters.h"
#include "instrument/analysis/loop_values.h"
#include "instrument/passes/merge_rules.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::instrument {
namespace {

using llvm::BasicBlock;
// Iterations of a loop that is left as it is: for the 16 of matmul_tiled of perf/ a call behind it costs as much.
constexpr unsigned kShort = 16;

using Relation = SiteLoopTest::Relation;

// Whether `counter` meets a bound, whatever that is.
bool Ends(const LoopCounter& counter) {
  const auto* step = llvm::dyn_cast<llvm::ConstantInt>(counter.step);
  if (step == nullptr || step->isZero()) return false;
  const bool down = counter.down != step->isNegative();
  return std::any_of(counter.tests.begin(), counter.tests.end(), [&](const LoopCounterTest& test) {
    const bool below = test.relation == Relation::kLess || test.relation == Relation::kLessEqual;
    return below != down;
  });
}

class Ranger {
 public:
  explicit Ranger(llvm::Function& kernel) : dominators_(kernel), loops_(dominators_) {}

  // The ranges of `check`; empty if it stays where its access is.
  std::vector<PlannedCheck::Range> Ranges(const PlannedCheck& check) {
    const Access& access = check.access;
    const BasicBlock& block = *access.instruction->getParent();
    llvm::Loop* loop = loops_.getLoopFor(&block);
    if (loop == nullptr || !Suits(*loop) || !InEachIteration(block, *loop)) return {};
    const LoopStrides strides(*loop, loops_, dominators_);
    const std::optional<uint64_t> stride = strides.StrideOf(*access.pointer);
    if (stride != access.size && stride != -access.size) return {};
    std::vector<PlannedCheck::Range> ranges;
    const Counts counts = CountsOf(*loop);
    for (const Way& way : WaysOut(*loop)) {
      llvm::IRBuilder<> builder(way.at);
      builder.SetCurrentDebugLocation(access.instruction->getDebugLoc());
      ranges.push_back({way.at, strides.FirstOf(*access.pointer, builder),
                        dominators_.dominates(&block, way.from) ? counts.with_this : counts.before,
                        stride != access.size});
    }
    return ranges;
  }

 private:
  // From a block of the loop, to in front of an instruction behind it that no other way leads to.
  struct Way {
    const BasicBlock* from;
    llvm::Instruction* at;
  };
  // Iterations without the current one, and with it.
  struct Counts {
    llvm::Value* before = nullptr;
    llvm::Value* with_this = nullptr;
  };

  bool Suits(const llvm::Loop& loop) {
    const auto [known, fresh] = suits_.emplace(&loop, false);
    if (fresh) {
      known->second = loop.isInnermost() && WillEnd(loop) && !MayOrder(loop) &&
                      !IsShort(loop, kShort, loops_, dominators_);
    }
    return known->second;
  }

  bool WillEnd(const llvm::Loop& loop) const {
    const auto phis = loop.getHeader()->phis();
    return std::any_of(phis.begin(), phis.end(), [&](const llvm::PHINode& phi) {
      const std::optional<LoopCounter> counter = AsLoopCounter(phi, loops_, dominators_);
      return counter && Ends(*counter);
    });
  }

  // Whether each iteration that another one follows passes `block`, and each way out shows whether the last has.
  // (Of two blocks of an innermost loop one of which dominates the other, that one comes first.)
  bool InEachIteration(const BasicBlock& block, const llvm::Loop& loop) const {
    llvm::SmallVector<BasicBlock*, 4> latches, exiting;
    loop.getLoopLatches(latches);
    loop.getExitingBlocks(exiting);
    return std::all_of(latches.begin(), latches.end(),
                       [&](const BasicBlock* latch) { return dominators_.dominates(&block, latch); }) &&
           std::all_of(exiting.begin(), exiting.end(), [&](const BasicBlock* from) {
             return llvm::isa<llvm::BranchInst>(from->getTerminator()) &&
                    (dominators_.dominates(&block, from) || dominators_.dominates(from, &block));
           });
  }

  const std::vector<Way>& WaysOut(llvm::Loop& loop) {
    const auto [known, fresh] = ways_.emplace(&loop, std::vector<Way>());
    if (!fresh) return known->second;
    llvm::SmallVector<llvm::Loop::Edge, 4> edges;
    loop.getExitEdges(edges);
    for (const auto& [from, to] : edges) {
      auto* source = const_cast<BasicBlock*>(from);
      auto* target = const_cast<BasicBlock*>(to);
      if (target->getUniquePredecessor() == nullptr) target = llvm::SplitEdge(source, target, &dominators_, &loops_);
      known->second.push_back({from, &*target->getFirstInsertionPt()});
    }
    return known->second;
  }

  Counts CountsOf(const llvm::Loop& loop) {
    Counts& counts = counts_[&loop];
    if (counts.before != nullptr) return counts;
    BasicBlock& header = *loop.getHeader();
    llvm::IRBuilder<> builder(&header, header.getFirstInsertionPt());
    auto* count = llvm::PHINode::Create(builder.getInt64Ty(), 2, "lockstep.count", &header.front());
    counts = {count, builder.CreateAdd(count, builder.getInt64(1), "lockstep.counted", /*HasNUW=*/true)};
    for (BasicBlock* from : llvm::predecessors(&header)) {
      count->addIncoming(loop.contains(from) ? counts.with_this : builder.getInt64(0), from);
    }
    return counts;
  }

  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  std::map<const llvm::Loop*, bool> suits_;
  std::map<const llvm::Loop*, std::vector<Way>> ways_;
  std::map<const llvm::Loop*, Counts> counts_;
};

}  // namespace

void RangeChecks(llvm::Function& kernel, CheckPlan& plan) {
  Ranger ranger(kernel);
  for (PlannedCheck& check : plan.checks) {
    if (check.access.kind == AccessKind::kRead && check.region == Region::kLocal && check.once == nullptr && !check.bounds_only &&
        MayMerge(plan, check) && check.InPieces()) {
      check.ranges = ranger.Ranges(check);
    }
  }
}

}  // namespace lockstep::instrument
