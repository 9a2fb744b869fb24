// A backward slice from the branches that leave the loop, through values and control.
#include "instrument/analysis/loop_condition.h"

#include <algorithm>

#include "instrument/ir/kernels.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lockstep::instrument {
namespace {

using llvm::Instruction;
using llvm::Value;

// A slice larger than this is not looked through for progress.
constexpr size_t kMaxSlice = 4096;

// The variable of the work-item's own that a load reads; nullptr if it reads other memory.
const llvm::AllocaInst* PrivateVariable(const Value* pointer) {
  return llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0));
}

// Whether the instruction reads memory that others may write.
bool ReadsSharedMemory(const Instruction& instruction) {
  const Value* pointer = nullptr;
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    pointer = load->getPointerOperand();
  } else if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    pointer = rmw->getPointerOperand();
  } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    pointer = exchange->getPointerOperand();
  } else if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction)) {
    pointer = copy->getRawSource();
  } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    const llvm::Function* callee = call->getCalledFunction();
    return callee != nullptr && callee->getName().contains("read_image");
  }
  if (pointer == nullptr) return false;
  const unsigned space = pointer->getType()->getPointerAddressSpace();
  if (space == kPrivate || space == kConstant) return false;
  return space != kGeneric || PrivateVariable(pointer) == nullptr;
}

// Instructions that hand a value on or compare it; whatever goes round in a circle through these alone
// does not count or move on.
bool OnlyHandsOn(const Instruction& instruction) {
  if (instruction.getType()->isIntOrIntVectorTy(1) || instruction.isTerminator()) return true;
  return llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::CastInst, llvm::FreezeInst,
                   llvm::StoreInst, llvm::MemTransferInst>(instruction) ||
         (llvm::isa<llvm::LoadInst>(instruction) && !ReadsSharedMemory(instruction));
}

}  // namespace

// Control dependence (Ferrante, Ottenstein & Warren 1987): of an edge A -> S, all that post-dominates S
// but not A is decided by A.
LoopConditions::LoopConditions(llvm::Function& kernel, const llvm::PostDominatorTree& post_dominators) {
  for (const llvm::BasicBlock& from : kernel) {
    places_.emplace(&from, static_cast<unsigned>(places_.size()));
    if (from.getTerminator()->getNumSuccessors() < 2) continue;
    const auto* here = post_dominators.getNode(&from);
    const auto* stop = here == nullptr ? nullptr : here->getIDom();
    for (const llvm::BasicBlock* to : llvm::successors(&from)) {
      for (const auto* node = post_dominators.getNode(to);
           node != nullptr && node != stop && node->getBlock() != nullptr; node = node->getIDom()) {
        auto& controlling = controlled_by_[node->getBlock()];
        if (controlling.empty() || controlling.back() != &from) controlling.push_back(&from);
      }
    }
  }
}

void LoopConditions::AddControl(const llvm::BasicBlock& block, const llvm::Loop& loop,
                                std::vector<const Instruction*>& into) const {
  const auto found = controlled_by_.find(&block);
  if (found == controlled_by_.end()) return;
  for (const llvm::BasicBlock* controlling : found->second) {
    if (loop.contains(controlling)) into.push_back(controlling->getTerminator());
  }
}

std::vector<const Instruction*> LoopConditions::DependsOn(const Instruction& instruction,
                                                          const llvm::Loop& loop) const {
  std::vector<const Instruction*> answer;
  for (const llvm::Use& operand : instruction.operands()) {
    const auto* value = llvm::dyn_cast<Instruction>(operand);
    if (value != nullptr && loop.contains(value)) answer.push_back(value);
  }
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    // Which way a value came says something only if there are several within the loop.
    std::vector<const llvm::BasicBlock*> inside;
    for (const llvm::BasicBlock* from : phi->blocks()) {
      if (loop.contains(from)) inside.push_back(from);
    }
    for (const llvm::BasicBlock* from : inside) {
      if (inside.size() < 2) break;
      if (from->getTerminator()->getNumSuccessors() > 1) answer.push_back(from->getTerminator());
      AddControl(*from, loop, answer);
    }
  } else if (instruction.isTerminator() ||
             llvm::isa<llvm::StoreInst, llvm::MemTransferInst>(instruction)) {
    AddControl(*instruction.getParent(), loop, answer);
  } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    // A variable that stayed in memory: what the loop may have put there.
    const llvm::AllocaInst* variable = PrivateVariable(load->getPointerOperand());
    if (variable == nullptr) return answer;
    for (const llvm::BasicBlock* block : loop.blocks()) {
      for (const Instruction& other : *block) {
        const Value* target = nullptr;
        if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&other)) target = store->getPointerOperand();
        if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&other)) target = copy->getRawDest();
        if (target != nullptr && PrivateVariable(target) == variable) answer.push_back(&other);
      }
    }
  }
  return answer;
}

bool LoopConditions::ComesBefore(const Instruction* a, const Instruction* b) const {
  if (a->getParent() == b->getParent()) return a->comesBefore(b);
  return places_.at(a->getParent()) < places_.at(b->getParent());
}

bool LoopConditions::InCycle(const Instruction& instruction, const Edges& edges) {
  llvm::SmallPtrSet<const Instruction*, 32> seen;
  std::vector<const Instruction*> work = {&instruction};
  while (!work.empty()) {
    const Instruction* at = work.back();
    work.pop_back();
    for (const Instruction* next : edges.at(at)) {
      if (next == &instruction) return true;
      if (seen.insert(next).second) work.push_back(next);
    }
  }
  return false;
}

LoopCondition LoopConditions::Of(const llvm::Loop& loop) const {
  Edges edges;
  llvm::SmallVector<llvm::BasicBlock*, 8> exiting;
  loop.getExitingBlocks(exiting);
  std::vector<const Instruction*> work;
  for (const llvm::BasicBlock* block : exiting) work.push_back(block->getTerminator());
  while (!work.empty()) {
    const Instruction* at = work.back();
    work.pop_back();
    if (edges.count(at) != 0) continue;
    const auto& next = edges[at] = DependsOn(*at, loop);
    work.insert(work.end(), next.begin(), next.end());
  }
  LoopCondition condition;
  for (const auto& [instruction, unused] : edges) {
    if (ReadsSharedMemory(*instruction)) condition.reads.push_back(instruction);
  }
  std::sort(condition.reads.begin(), condition.reads.end(),
            [this](const Instruction* a, const Instruction* b) { return ComesBefore(a, b); });
  condition.makes_progress =
      edges.size() > kMaxSlice || std::any_of(edges.begin(), edges.end(), [&](const auto& entry) {
        return !OnlyHandsOn(*entry.first) && InCycle(*entry.first, edges);
      });
  return condition;
}

}  // namespace lockstep::instrument
