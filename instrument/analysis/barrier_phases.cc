// Forward data flow of the last barrier passed.
#include "instrument/analysis/barrier_phases.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {

BarrierPhases::BarrierPhases(const llvm::Function& kernel,
                             const std::vector<llvm::Instruction*>& barriers)
    : kernel_(kernel) {
  std::map<const llvm::BasicBlock*, unsigned> last;  // the last barrier of a block
  for (const llvm::Instruction* barrier : barriers) {
    numbers_.emplace(barrier, static_cast<unsigned>(numbers_.size()) + 1);
  }
  for (const llvm::BasicBlock& block : kernel) {
    at_start_[&block].resize(static_cast<unsigned>(numbers_.size()) + 1);
    for (const llvm::Instruction& instruction : block) {
      if (const auto found = numbers_.find(&instruction); found != numbers_.end()) {
        last[&block] = found->second;
      }
    }
  }
  at_start_[&kernel.getEntryBlock()].set(0);
  // In this order a block without loops around it is looked at once.
  const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&kernel);
  for (bool changed = true; changed;) {
    changed = false;
    for (const llvm::BasicBlock* block : order) {
      llvm::BitVector after = at_start_[block];
      if (after.none()) continue;
      if (const auto found = last.find(block); found != last.end()) {
        after.reset();
        after.set(found->second);
      }
      for (const llvm::BasicBlock* next : llvm::successors(block)) {
        llvm::BitVector& known = at_start_[next];
        if (!after.test(known)) continue;  // nothing new
        known |= after;
        changed = true;
      }
    }
  }
}

llvm::BitVector BarrierPhases::Before(const llvm::Instruction& instruction) const {
  const llvm::BasicBlock* block = instruction.getParent();
  llvm::BitVector phases = at_start_.at(block);
  for (const llvm::Instruction& other : *block) {
    if (&other == &instruction) break;
    const auto found = numbers_.find(&other);
    if (found == numbers_.end()) continue;
    phases.reset();
    phases.set(found->second);
  }
  return phases;
}

void BarrierPhases::Visit(
    const std::function<void(const llvm::Instruction&, const llvm::BitVector&)>& visit) const {
  for (const llvm::BasicBlock& block : kernel_) {
    llvm::BitVector phases = at_start_.at(&block);
    for (const llvm::Instruction& instruction : block) {
      visit(instruction, phases);
      const auto found = numbers_.find(&instruction);
      if (found == numbers_.end()) continue;
      phases.reset();
      phases.set(found->second);
    }
  }
}

bool BarrierPhases::MayRunTogether(const llvm::Instruction& a, const llvm::Instruction& b) const {
  return Before(a).anyCommon(Before(b));
}

}  // namespace lockstep::instrument
