// The search for meeting points gives each target of the divergent branch a label of its own, hands
// labels on along the edges, and where two different ones meet makes a new one [POPL'21, Sect. 5].
// A loop that the branch is not in is one step; one that it is in hands the label that its header gets
// from the latches to its exits: an exit that has another one is left in different iterations.
#include "instrument/analysis/divergence.h"

#include <algorithm>

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Loop;

// The loop directly in `region` (nullptr: the kernel) that `block` is in; nullptr if it is in none.
const Loop* NestedLoop(const BasicBlock& block, const Loop* region, const llvm::LoopInfo& loops) {
  const Loop* loop = loops.getLoopFor(&block);
  if (loop == region) return nullptr;
  while (loop->getParentLoop() != region) loop = loop->getParentLoop();
  return loop;
}

// What decides where `terminator` goes; nullptr if there is no choice.
const llvm::Use* Condition(const Instruction& terminator) {
  if (terminator.getNumSuccessors() < 2) return nullptr;
  return &terminator.getOperandUse(0);  // a branch's and a switch's condition
}

}  // namespace

Divergence::Divergence(const llvm::Function& kernel, const llvm::LoopInfo& loops) : loops_(loops) {
  Order(nullptr, kernel.getEntryBlock());
  for (unsigned i = 0; i < order_.size(); ++i) place_[order_[i]] = i;
}

// Appends the blocks that `start` leads to within `region`, without its header. A nested loop is a node
// like a block, named by its header; its successors are its exits.
void Divergence::Order(const Loop* region, const BasicBlock& start) {
  const BasicBlock* header = region == nullptr ? nullptr : region->getHeader();
  struct Visit {
    const BasicBlock* node;
    llvm::SmallVector<const BasicBlock*, 4> successors;
  };
  std::vector<Visit> path;
  std::vector<const BasicBlock*> finished;  // nodes, each behind those that it leads to
  llvm::SmallPtrSet<const BasicBlock*, 32> seen;
  const auto enter = [&](const BasicBlock* block) {
    if (region != nullptr && (block == header || !region->contains(block))) return;
    const Loop* nested = NestedLoop(*block, region, loops_);
    const BasicBlock* node = nested == nullptr ? block : nested->getHeader();
    if (!seen.insert(node).second) return;
    Visit visit{node, {}};
    if (nested != nullptr) {
      llvm::SmallVector<BasicBlock*, 4> exits;
      nested->getExitBlocks(exits);
      visit.successors.append(exits.begin(), exits.end());
    } else {
      visit.successors.append(llvm::succ_begin(block), llvm::succ_end(block));
    }
    path.push_back(std::move(visit));
  };
  const auto walk = [&](const BasicBlock* from) {
    enter(from);
    while (!path.empty()) {
      if (path.back().successors.empty()) {
        finished.push_back(path.back().node);
        path.pop_back();
      } else {
        enter(path.back().successors.pop_back_val());
      }
    }
  };
  if (&start == header) {
    for (const BasicBlock* successor : llvm::successors(&start)) walk(successor);
  } else {
    walk(&start);
  }
  for (const BasicBlock* node : llvm::reverse(finished)) {
    const Loop* nested = NestedLoop(*node, region, loops_);
    if (nested != nullptr) Order(nested, *node);
    order_.push_back(node);
  }
}

MeetingPoints Divergence::FindMeetingPoints(const BasicBlock& branch) const {
  MeetingPoints points;
  std::vector<const BasicBlock*> labels(order_.size(), nullptr);
  const Loop* inner = loops_.getLoopFor(&branch);
  unsigned at = order_.size();
  unsigned ahead = 0;   // blocks that have a label and were not looked at yet
  bool behind = false;  // others got theirs by an edge that leads back
  // Whether `block` has got another label before.
  const auto meets = [&](const BasicBlock* block, const BasicBlock* label) {
    const unsigned place = place_.lookup(block);
    const BasicBlock*& known = labels[place];
    if (known == nullptr) {
      ahead += place > at;
      behind |= place <= at;
    }
    if (known == nullptr || known == label) {
      known = label;
      return false;
    }
    known = block;
    return true;
  };
  for (const BasicBlock* target : llvm::successors(&branch)) {
    const unsigned place = place_.lookup(target);
    ahead += labels[place] == nullptr;
    behind |= place <= place_.lookup(&branch);
    labels[place] = target;
    at = std::min(at, place);
    if (inner != nullptr && !inner->contains(target)) points.loop_exits.insert(target);
  }
  for (; at < order_.size(); ++at) {
    const BasicBlock *block = order_[at], *label = labels[at];
    if (label == nullptr) continue;
    if (--ahead == 0 && !behind) break;  // all ways have come to this block, and lead on together
    const Loop* loop = loops_.getLoopFor(block);
    if (loop == nullptr || loop->getHeader() != block) {
      for (const BasicBlock* next : llvm::successors(block)) {
        if (meets(next, label)) points.joins.insert(next);
      }
      continue;
    }
    llvm::SmallVector<BasicBlock*, 4> exits;
    loop->getExitBlocks(exits);
    for (const BasicBlock* exit : exits) {
      if (meets(exit, label)) (loop->contains(&branch) ? points.loop_exits : points.joins).insert(exit);
    }
  }
  return points;
}

const MeetingPoints& Divergence::MeetingPointsOf(const Instruction& terminator) const {
  const auto known = meeting_points_.find(&terminator);
  if (known != meeting_points_.end()) return known->second;
  return meeting_points_.emplace(&terminator, FindMeetingPoints(*terminator.getParent())).first->second;
}

void Divergence::MarkUniform(const Instruction& instruction) { uniform_.insert(&instruction); }

void Divergence::MarkDivergent(const Instruction& instruction) {
  if (!divergent_.insert(&instruction).second) return;
  if (instruction.isTerminator()) work_.push_back(&instruction);
  PushUsers(instruction);
}

void Divergence::PushUsers(const llvm::Value& value) {
  for (const llvm::User* user : value.users()) {
    if (const auto* instruction = llvm::dyn_cast<Instruction>(user)) work_.push_back(instruction);
  }
}

void Divergence::MarkAgreeing(const Instruction& instruction, std::function<bool()> agrees) {
  agreeing_.emplace(&instruction, std::move(agrees));
}

bool Divergence::IsDivergentUse(const llvm::Use& use) const { return IsDivergent(*use.get()) || IsLeftApart(use); }

bool Divergence::IsLeftApart(const llvm::Use& use) const {
  const auto* value = llvm::dyn_cast<Instruction>(use.get());
  if (value == nullptr) return false;
  const BasicBlock* here = llvm::cast<Instruction>(use.getUser())->getParent();
  for (const Loop* loop = loops_.getLoopFor(value->getParent()); loop != nullptr && !loop->contains(here);
       loop = loop->getParentLoop()) {
    if (left_apart_.contains(loop)) return true;
  }
  return false;
}

void Divergence::Compute() {
  Propagate();
  // What agrees while this is known may differ when that is.
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [instruction, agrees] : agreeing_) {
      if (IsDivergent(*instruction) || agrees()) continue;
      Update(*instruction);
      changed = changed || IsDivergent(*instruction);
      Propagate();
    }
  }
}

void Divergence::Propagate() {
  while (!work_.empty()) {
    const Instruction& instruction = *work_.back();
    work_.pop_back();
    Update(instruction);
  }
}

void Divergence::Update(const Instruction& instruction) {
  if (const llvm::Use* condition = instruction.isTerminator() ? Condition(instruction) : nullptr) {
    const bool parts = IsDivergent(instruction) || IsDivergentUse(*condition);
    if (parts && parted_.insert(&instruction).second) SpreadControl(instruction);
    return;
  }
  if (IsDivergent(instruction) || uniform_.contains(&instruction)) return;
  if (const auto agreeing = agreeing_.find(&instruction); agreeing != agreeing_.end() && agreeing->second()) return;
  for (const llvm::Use& operand : instruction.operands()) {
    if (!IsDivergentUse(operand)) continue;
    MarkDivergent(instruction);
    return;
  }
}

void Divergence::SpreadControl(const Instruction& terminator) {
  const MeetingPoints& points = MeetingPointsOf(terminator);
  const auto mark_phis = [&](const BasicBlock& block) {
    for (const llvm::PHINode& phi : block.phis()) {
      if (!phi.hasConstantOrUndefValue() && !uniform_.contains(&phi)) MarkDivergent(phi);
    }
  };
  for (const BasicBlock* join : points.joins) mark_phis(*join);
  for (const BasicBlock* exit : points.loop_exits) {
    mark_phis(*exit);
    // Every loop that is left there.
    for (const Loop* loop = loops_.getLoopFor(terminator.getParent()); loop != nullptr && !loop->contains(exit);
         loop = loop->getParentLoop()) {
      if (!left_apart_.insert(loop).second) continue;
      for (const BasicBlock* block : loop->blocks()) {
        for (const Instruction& value : *block) {
          for (const llvm::User* user : value.users()) {
            const auto* outside = llvm::cast<Instruction>(user);
            if (!loop->contains(outside->getParent())) work_.push_back(outside);
          }
        }
      }
    }
  }
}

}  // namespace lockstep::instrument
