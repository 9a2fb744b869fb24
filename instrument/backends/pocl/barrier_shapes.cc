// Found by random kernels (tests/oracle) of which only the twin ended the process or went wrong: the
// driver's own path runs clang's optimiser first, which takes most such shapes away.
//
//   while (a) {                    A barrier in a branch in a loop: PoCL replicates what follows
//     if (b) {                     conditional barriers up to the next one, and loses its way
//       barrier(F);                where the loop goes round past them.
//       if (get_local_id(0)) …
//     }
//   }
//
//   again:                         A loop that goes round past the test that leaves it: PoCL puts
//     if (get_local_id(0)) goto again;   a barrier of its own at that test, if that is uniform.
//     if (i++ < 2) goto again;
//
//   while (a) {                    A loop with barriers that is left from within another loop in it.
//     while (b) if (c) goto out;
//     barrier(F);
//   }
//   out:
//
//   if (a) {                       A branch with a barrier that work-items do not leave together. PoCL
//     barrier(F);                  copies what is behind the branch for each edge that leads there (its
//     if (get_local_id(0)) …       pass "barriertails"), and takes work-item 0's copy for all. In the
//   }                              source one edge leads there, but the optimiser takes an empty join
//   …                              away. A barrier at the branch's end cannot be taken away.
//
//   if (a) {                       Ways that come together behind a barrier in a branch. The optimiser lets the
//     barrier(F);                  way without the barrier skip the second test, whose answer is known there, and
//   } else if (x) …                that test then belongs to the branch with the barrier, which work-items leave by
//   if (x) …                       two ways. So the place itself gets a barrier, which the optimiser cannot lead
//                                  past; for that one the same questions are asked as for any other.
//
//   if (a) {                       Barriers on two ways of which a work-item goes one, and something behind the
//     barrier(F); if (x && y) …    place where they come together: behind the first barrier, work-items went on
//   } else {                       with the other way. And if all of that is in a branch, PoCL copies what follows
//     if (z) …; barrier(F);        for each barrier but one, for which it becomes a part of the branch, whose end
//   }                              nobody marks.
//
//   x = get_local_id(0) == 3;      Several barriers in a branch. PoCL puts one of its own where the branch begins, once
//   if (a) {                       for each of them: it goes up from there until the block in front has a barrier and
//     if (x) …                     nothing else, whatever that block decides. A block that only asks for `x`, known
//     barrier(F); … barrier(F);    before, has nothing else from the first time on, so that the second barrier comes
//   }                              behind that test, where only some work-items are. So such tests are disguised.
//
//   for (s = 8; s; s /= 2) {       A loop with barriers, and a test in it of the number that ends it. The
//     if (s == 8) …                optimiser makes one switch of the two, of which one way leaves the loop,
//     barrier(F);                  and PoCL ends the process. So the test is disguised.
//   }
//
// A loop with a barrier counts as a barrier itself: PoCL puts barriers of its own where it is entered and
// left (LoopBarriers). So does one that the whole group goes round together, and that is left in one place:
// PoCL puts barriers into it where the kernel has any. It also does so where it only takes
// that for granted: its analysis ("uniformity") believes that a block which a uniform branch leads to
// is entered by the whole group, whatever else leads there, and that a load from one address gives one
// value. What leaves a loop to one place may become one test: `a && b`. So loops without barriers that
// the group does not provably go round together are disguised (disguise_loops.h), if nothing shows it. So
// are those that it does go round together, where a barrier would be mistaken: without one they are not.
#include "instrument/backends/pocl/barrier_shapes.h"

#include "instrument/analysis/divergence_sources.h"
#include "instrument/analysis/uniformity.h"
#include "instrument/ir/access.h"
#include "instrument/ir/async_copies.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/reducible.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {
namespace {

std::string At(const llvm::Instruction& instruction) {
  const llvm::DebugLoc& location = instruction.getDebugLoc();
  if (!location || location.getLine() == 0) return "";
  return " at " + std::to_string(location.getLine()) + ":" + std::to_string(location.getCol());
}

bool DominatesLatches(const llvm::BasicBlock* block, const llvm::Loop& loop,
                      const llvm::DominatorTree& dominators) {
  llvm::SmallVector<llvm::BasicBlock*, 4> latches;
  loop.getLoopLatches(latches);
  for (const llvm::BasicBlock* latch : latches) {
    if (!dominators.dominates(block, latch)) return false;
  }
  return true;
}

// Whether a test that leaves `loop` is computed from the work-item's id, an atomic's result or the like:
// then PoCL cannot take it for one that the group agrees on.
bool LeftByWorkItem(const llvm::Loop& loop, const DivergenceSources& sources) {
  llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
  loop.getExitingBlocks(exiting);
  llvm::SmallSetVector<const llvm::Value*, 16> values;
  for (const llvm::BasicBlock* block : exiting) values.insert(block->getTerminator()->getOperand(0));
  for (unsigned i = 0; i < values.size(); ++i) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(values[i]);
    if (instruction == nullptr) continue;
    if (!llvm::isa<llvm::LoadInst, llvm::PHINode>(instruction) &&
        sources.Classify(*instruction).spread == Spread::kDivergent) {
      return true;
    }
    for (const llvm::Use& operand : instruction->operands()) values.insert(operand.get());
  }
  return false;
}

// What PoCL splits a kernel at: a barrier, or a loop. It puts barriers where one with barriers is entered
// and left, and into one without, if it takes it for the group's.
struct SplitPoint {
  llvm::BasicBlock* block;    // the loop's header
  const llvm::Loop* loop;     // nullptr: a barrier
  const llvm::Instruction* at;
  bool only_believed = false;  // a loop without barriers, in which PoCL puts none once it is disguised
};

using BlockSet = llvm::SmallSetVector<llvm::BasicBlock*, 8>;

class Finder {
 public:
  Finder(llvm::Function& kernel, const Uniformity& uniformity)
      : uniformity_(uniformity), dominators_(kernel), post_dominators_(kernel), loops_(dominators_) {
    for (const Access& access : CollectAccesses(kernel)) accesses_.insert(access.instruction);
    for (llvm::CallInst* barrier : BarriersOf(kernel)) {
      points_.push_back({barrier->getParent(), nullptr, barrier});
      with_barrier_.insert(barrier->getParent());
    }
    if (loops_.empty()) return;
    const DivergenceSources sources(kernel, /*frozen_arguments=*/true);
    const Uniformity believed(kernel, [&](const llvm::Instruction& instruction) {
      return llvm::isa<llvm::LoadInst>(instruction) ? Source{} : sources.Classify(instruction);
    });
    const auto together = BlocksBelievedTogether(kernel, believed);
    for (const llvm::Loop* loop : loops_.getLoopsInPreorder()) {
      bool own_barrier = false;
      for (const llvm::BasicBlock* block : loop->blocks()) own_barrier |= with_barrier_.count(block) != 0;
      const llvm::Instruction* end = loop->getHeader()->getTerminator();
      if (own_barrier) points_.push_back({loop->getHeader(), loop, end});
      if (own_barrier) continue;
      const bool apart = uniformity_.Before(*end).has_value();
      if (apart && !LeftByWorkItem(*loop, sources)) apart_.push_back(loop->getHeader());
      if (!loop->isInnermost()) continue;
      const llvm::BasicBlock* exiting = loop->getExitingBlock();
      if (exiting != nullptr) single_exit_loops_.push_back(loop);
      if (exiting == nullptr && loop->getUniqueExitBlock() == nullptr) continue;
      if (!apart) {
        points_.push_back({loop->getHeader(), loop, end, /*only_believed=*/true});
      } else if (exiting != nullptr && together.count(loop->getHeader()) != 0 &&
                 !believed.AtBranch(*exiting->getTerminator())) {
        mistaken_loops_.push_back(loop);
      }
    }
  }

  ShapesMistakenByPocl Find() const {
    ShapesMistakenByPocl shapes;
    for (const llvm::Loop* loop : loops_.getLoopsInPreorder()) {
      if (!IsGuard(*loop->getHeader()) || !shapes.reason.empty()) continue;
      shapes.reason = "loop with several entries, which PoCL 3.1 may compile wrongly";
    }
    for (const llvm::Loop* loop : mistaken_loops_) {
      if (!shapes.reason.empty()) break;
      shapes.reason = "loop" + At(*loop->getHeader()->getTerminator()) +
                      ": PoCL 3.1 may take it for one that the whole group goes round together";
    }
    BlockSet disguised;
    disguised.insert(apart_.begin(), apart_.end());
    const auto mistaken = [&](const SplitPoint& point, const std::string& reason) {
      if (point.only_believed) {
        disguised.insert(point.block);
      } else {
        shapes.reason = reason;
      }
    };
    for (const SplitPoint& point : points_) {
      if (!shapes.reason.empty()) break;
      if (const std::string reason = MistakenLoopAround(point); !reason.empty()) mistaken(point, reason);
    }
    for (const llvm::Loop* loop : single_exit_loops_) {
      const llvm::BasicBlock* exiting = loop->getExitingBlock();
      if (!shapes.reason.empty() || DominatesLatches(exiting, *loop, dominators_)) continue;
      shapes.reason = "loop" + At(*exiting->getTerminator()) +
                      ": it goes round past the test that leaves it, which PoCL 3.1 may compile wrongly";
    }
    for (const auto& [one, other] : Alternatives()) {
      if (!shapes.reason.empty()) break;
      if (disguised.count(one->block) != 0 || disguised.count(other->block) != 0) continue;
      if (one->only_believed) disguised.insert(one->block);
      if (other->only_believed) disguised.insert(other->block);
      if (one->only_believed || other->only_believed) continue;
      shapes.reason = Name(*one) + ": another way has a " + Name(*other) + ", which PoCL 3.1 may compile wrongly";
    }
    llvm::SmallSetVector<BranchEnd, 4> ends;
    BlockSet joins;
    std::vector<SplitPoint> points = points_;  // and the joins
    for (size_t i = 0; i < points.size(); ++i) {
      const SplitPoint point = points[i];
      for (const BranchEnd& end : EndsOfBranch(point)) {
        const auto& [last, join] = end;
        if (point.only_believed && disguised.count(point.block) != 0) break;
        if (!shapes.reason.empty()) continue;
        const bool parts = MayPart(last, point, joins);
        // Behind a loop without barriers, which is better taken for none that gets one, only where the optimiser may
        // know what is asked.
        const bool parts_behind = MayPartBehind(join, joins) && (!point.only_believed || MayPartBeside(join, point));
        if (!parts && !parts_behind) continue;
        if (uniformity_.Before(*last->getTerminator()) ||
            (parts_behind && uniformity_.Before(*join->getTerminator()))) {
          mistaken(point, Name(point) +
                              ": other ways lead into the branch around it, which PoCL 3.1 may "
                              "compile wrongly");
        } else if (loops_.getLoopFor(join) != nullptr) {
          mistaken(point, Name(point) + ": it is in a branch in a loop, which PoCL 3.1 may compile wrongly");
        } else if (parts_behind && point.only_believed) {
          disguised.insert(point.block);
        } else {
          if (parts) ends.insert(end);
          if (parts_behind && joins.insert(join)) points.push_back({join, nullptr, join->getTerminator()});
        }
      }
    }
    if (!shapes.reason.empty()) return shapes;
    BlockSet tests;
    for (const SplitPoint& point : points) AddTestsInFrontOf(point.block, tests);
    for (const BranchEnd& end : ends) AddTestsInFrontOf(end.first, tests);
    for (const SplitPoint& point : points_) {
      if (point.loop != nullptr) AddTestsLikeTheEndOf(*point.loop, tests);
    }
    shapes.tests_to_disguise = {tests.begin(), tests.end()};
    shapes.ends_to_mark = {ends.begin(), ends.end()};
    shapes.joins_to_mark = {joins.begin(), joins.end()};
    shapes.loops_to_disguise = {disguised.begin(), disguised.end()};
    for (const SplitPoint& point : points_) {
      if (point.only_believed && disguised.count(point.block) == 0) shapes.loops_together.push_back(point.block);
    }
    return shapes;
  }

 private:
  // What PoCL's analysis comes to: the entry; what a branch leads to that is uniform, and taken by the
  // group together; what is on all ways from one that is not.
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> BlocksBelievedTogether(llvm::Function& kernel,
                                                                        const Uniformity& believed) const {
    llvm::SmallPtrSet<const llvm::BasicBlock*, 32> together{&kernel.getEntryBlock()};
    std::vector<llvm::BasicBlock*> work{&kernel.getEntryBlock()};
    const auto add = [&](llvm::BasicBlock* block) {
      if (block != nullptr && together.insert(block).second) work.push_back(block);
    };
    while (!work.empty()) {
      llvm::BasicBlock* block = work.back();
      work.pop_back();
      if (!believed.AtBranch(*block->getTerminator())) {
        for (llvm::BasicBlock* next : llvm::successors(block)) add(next);
      } else if (const auto* node = post_dominators_.getNode(block); node != nullptr && node->getIDom() != nullptr) {
        add(node->getIDom()->getBlock());
      }
    }
    return together;
  }

  static std::string Name(const SplitPoint& point) {
    return (point.loop == nullptr ? "barrier" : "loop") + At(*point.at);
  }

  // The first two shapes around a barrier, for a loop too; in words, or empty.
  std::string MistakenLoopAround(const SplitPoint& point) const {
    const llvm::Loop* around = point.loop == nullptr ? loops_.getLoopFor(point.block) : point.loop->getParentLoop();
    for (const llvm::Loop* loop = around; loop != nullptr; loop = loop->getParentLoop()) {
      llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
      loop->getExitingBlocks(exiting);
      for (const llvm::BasicBlock* block : exiting) {
        if (loops_.getLoopFor(block) == loop) continue;
        return "loop around the " + Name(point) +
               ": it is left from within an inner loop, which PoCL 3.1 may compile wrongly";
      }
      if (DominatesLatches(point.block, *loop, dominators_)) continue;
      // A barrier that is in an inner loop is met on every way that enters that loop.
      const llvm::Loop* inner = loops_.getLoopFor(point.block);
      if (inner != loop) {
        while (inner->getParentLoop() != loop) inner = inner->getParentLoop();
        if (DominatesLatches(inner->getHeader(), *loop, dominators_)) continue;
      }
      return Name(point) + ": it is in a branch in a loop, which PoCL 3.1 may compile wrongly";
    }
    return "";
  }

  // The edges that lead from behind `point` to where one can also come without passing it. Those that
  // leave a loop around it are none: the whole group takes them together.
  std::vector<BranchEnd> EndsOfBranch(const SplitPoint& point) const {
    std::vector<BranchEnd> ends;
    llvm::SmallVector<llvm::BasicBlock*, 16> behind;
    dominators_.getDescendants(point.block, behind);
    for (llvm::BasicBlock* from : behind) {
      for (llvm::BasicBlock* to : llvm::successors(from)) {
        if (dominators_.dominates(point.block, to) || dominators_.dominates(to, from)) continue;
        bool leaves_loop = false;
        for (const llvm::Loop* loop = loops_.getLoopFor(point.block); loop != nullptr; loop = loop->getParentLoop()) {
          leaves_loop |= loop->contains(from) && !loop->contains(to);
        }
        if (!leaves_loop) ends.push_back({from, to});
      }
    }
    return ends;
  }

  // Those at which work-items part on their way to `barrier`, in no loop around it, if not every work-item comes there.
  // Those in other loops too, since the optimiser asks in front of a loop what does not change in it.
  void AddTestsInFrontOf(llvm::BasicBlock* barrier, BlockSet& tests) const {
    if (post_dominators_.dominates(barrier, &barrier->getParent()->getEntryBlock())) return;
    llvm::SmallVector<llvm::BasicBlock*, 16> before;
    post_dominators_.getDescendants(barrier, before);
    for (llvm::BasicBlock* block : before) {
      const llvm::Loop* loop = loops_.getLoopFor(block);
      if (block == barrier || (loop != nullptr && loop->contains(barrier))) continue;
      if (uniformity_.AtBranch(*block->getTerminator()).has_value()) tests.insert(block);
    }
  }

  // Those in `loop` that ask about the same number as one that leaves it.
  void AddTestsLikeTheEndOf(const llvm::Loop& loop, BlockSet& tests) const {
    llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
    loop.getExitingBlocks(exiting);
    llvm::SmallPtrSet<const llvm::Value*, 4> asked;
    for (const llvm::BasicBlock* block : exiting) asked.insert(AskedAbout(*block->getTerminator()));
    asked.erase(nullptr);
    for (llvm::BasicBlock* block : loop.blocks()) {
      if (asked.count(AskedAbout(*block->getTerminator())) != 0 && !loop.isLoopExiting(block)) tests.insert(block);
    }
  }

  // What `end` compares with constants to decide where to go; else null.
  static const llvm::Value* AskedAbout(const llvm::Instruction& end) {
    if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&end)) return choice->getCondition();
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&end);
    if (branch == nullptr || !branch->isConditional()) return nullptr;
    const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
    return compare != nullptr && llvm::isa<llvm::ConstantInt>(compare->getOperand(1)) ? compare->getOperand(0)
                                                                                      : nullptr;
  }

  // Pairs of points of which each work-item passes one at most, in front of the same accesses or barriers.
  std::vector<std::pair<const SplitPoint*, const SplitPoint*>> Alternatives() const {
    std::vector<std::pair<const SplitPoint*, const SplitPoint*>> pairs;
    std::vector<const SplitPoint*> conditional;
    for (const SplitPoint& point : points_) {
      const llvm::BasicBlock& entry = point.block->getParent()->getEntryBlock();
      if (!post_dominators_.dominates(point.block, &entry)) conditional.push_back(&point);
    }
    if (conditional.size() < 2) return pairs;
    llvm::DenseMap<const llvm::BasicBlock*, unsigned> numbers;
    for (const llvm::BasicBlock& block : *conditional[0]->block->getParent())
      numbers.try_emplace(&block, numbers.size());
    llvm::BitVector something(numbers.size());
    for (const auto& [block, number] : numbers) {
      for (const llvm::Instruction& instruction : *block) {
        if (accesses_.count(&instruction) != 0 || IsLastingBarrier(instruction)) something.set(number);
      }
    }
    std::vector<llvm::BitVector> behind;
    for (const SplitPoint* point : conditional) {
      llvm::BitVector& reached = behind.emplace_back(numbers.size());
      std::vector<const llvm::BasicBlock*> work{point->block};
      while (!work.empty()) {
        const llvm::BasicBlock* block = work.back();
        work.pop_back();
        for (const llvm::BasicBlock* next : llvm::successors(block)) {
          if (reached.test(numbers.lookup(next))) continue;
          reached.set(numbers.lookup(next));
          work.push_back(next);
        }
      }
    }
    for (size_t i = 0; i < conditional.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        if (conditional[i]->block == conditional[j]->block || behind[i].test(numbers.lookup(conditional[j]->block)) ||
            behind[j].test(numbers.lookup(conditional[i]->block)))
          continue;
        llvm::BitVector common = behind[i];
        common &= behind[j];
        if (common.anyCommon(something)) pairs.emplace_back(conditional[j], conditional[i]);
      }
    }
    return pairs;
  }

  // The barrier in front of a copy that the group provably meets is taken away again.
  static bool IsLastingBarrier(const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call != nullptr && IsBarrier(*call) && !call->hasMetadata(kCopyMarker);
  }

  // Whether work-items may part between the last barrier in front of the end of `last` and there. A
  // check makes them part as well. `joins` begin with barriers.
  bool MayPart(llvm::BasicBlock* last, const SplitPoint& point, const BlockSet& joins) const {
    BlockSet blocks;
    blocks.insert(last);
    for (unsigned i = 0; i < blocks.size(); ++i) {
      llvm::BasicBlock* block = blocks[i];
      if (point.loop != nullptr && point.loop->contains(block)) continue;
      if (uniformity_.AtBranch(*block->getTerminator())) return true;
      bool barrier = false;
      for (const llvm::Instruction& instruction : llvm::reverse(*block)) {
        if (accesses_.count(&instruction) != 0) return true;
        barrier = IsLastingBarrier(instruction);
        if (barrier) break;
      }
      if (barrier || block == point.block || joins.count(block) != 0) continue;
      for (llvm::BasicBlock* before : llvm::predecessors(block)) blocks.insert(before);
    }
    return false;
  }

  // Likewise between the beginning of `join` and the next barriers.
  bool MayPartBehind(llvm::BasicBlock* join, const BlockSet& joins) const {
    BlockSet blocks;
    blocks.insert(join);
    for (unsigned i = 0; i < blocks.size(); ++i) {
      llvm::BasicBlock* block = blocks[i];
      if (joins.count(block) != 0) continue;
      bool barrier = false;
      for (const llvm::Instruction& instruction : *block) {
        if (accesses_.count(&instruction) != 0) return true;
        barrier = IsLastingBarrier(instruction);
        if (barrier) break;
      }
      if (barrier) continue;
      if (uniformity_.AtBranch(*block->getTerminator())) return true;
      for (llvm::BasicBlock* next : llvm::successors(block)) blocks.insert(next);
    }
    return false;
  }

  // Whether work-items part on a way to `join` that leads past `point`.
  bool MayPartBeside(llvm::BasicBlock* join, const SplitPoint& point) const {
    llvm::SmallVector<llvm::BasicBlock*, 16> before;
    post_dominators_.getDescendants(join, before);
    return std::any_of(before.begin(), before.end(), [&](llvm::BasicBlock* block) {
      return block != join && !dominators_.dominates(point.block, block) &&
             !dominators_.dominates(block, point.block) && uniformity_.AtBranch(*block->getTerminator());
    });
  }

  const Uniformity& uniformity_;
  const llvm::DominatorTree dominators_;
  const llvm::PostDominatorTree post_dominators_;
  const llvm::LoopInfo loops_;
  llvm::SmallPtrSet<const llvm::Instruction*, 32> accesses_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> with_barrier_;
  std::vector<const llvm::Loop*> single_exit_loops_;
  std::vector<const llvm::Loop*> mistaken_loops_;
  std::vector<llvm::BasicBlock*> apart_;  // headers of loops that the group may not go round together
  std::vector<SplitPoint> points_;
};

}  // namespace

ShapesMistakenByPocl FindShapesMistakenByPocl(llvm::Function& kernel, const Uniformity& uniformity) {
  return Finder(kernel, uniformity).Find();
}

}  // namespace lockstep::instrument
