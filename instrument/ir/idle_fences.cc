#include "instrument/ir/idle_fences.h"

#include <algorithm>
#include <set>

#include "device-lib/shared/event.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/synchronisation.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

namespace lockstep::instrument {
namespace {

constexpr char kIdleMetadata[] = "lockstep.idle_fence";

bool IsFence(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::FenceInst>(instruction) && !instruction.hasMetadata(kInternalMetadata);
}

bool IsAtomicAccess(const llvm::Instruction& instruction) {
  return instruction.isAtomic() && !llvm::isa<llvm::FenceInst>(instruction);
}

// Whether a work-item may execute an instruction that `is_later` says after one that `is_earlier` says.
template <typename Earlier, typename Later>
bool MayFollow(llvm::Function& kernel, Earlier is_earlier, Later is_later) {
  std::set<llvm::BasicBlock*> reached;  // whole, from their beginnings
  std::vector<llvm::BasicBlock*> work;
  for (llvm::BasicBlock& block : kernel) {
    bool begun = false;
    for (const llvm::Instruction& instruction : block) {
      if (begun && is_later(instruction)) return true;
      begun |= is_earlier(instruction);
    }
    if (begun) work.push_back(&block);
  }
  while (!work.empty()) {
    llvm::BasicBlock* block = work.back();
    work.pop_back();
    for (llvm::BasicBlock* next : llvm::successors(block)) {
      if (!reached.insert(next).second) continue;
      for (const llvm::Instruction& instruction : *next) {
        if (is_later(instruction)) return true;
      }
      work.push_back(next);
    }
  }
  return false;
}

}  // namespace

bool NoteIdleFences(llvm::Function& kernel) {
  const std::vector<llvm::FenceInst*> fences = FencesOf(kernel);
  const auto is_seq_cst = [](const llvm::FenceInst* fence) {
    return (EventBits(*fence) & LS_EVENT_ORDER_MASK) >> LS_EVENT_ORDER_SHIFT == LS_ORDER_SEQ_CST;
  };
  if (fences.empty() || !SubGroupBarriersOf(kernel).empty() || std::any_of(fences.begin(), fences.end(), is_seq_cst)) {
    return false;
  }
  if (MayFollow(kernel, IsFence, IsAtomicAccess) && MayFollow(kernel, IsAtomicAccess, IsFence)) return false;
  for (llvm::FenceInst* fence : fences) fence->setMetadata(kIdleMetadata, llvm::MDNode::get(kernel.getContext(), {}));
  if (!Synchronises(kernel)) return true;
  for (llvm::FenceInst* fence : fences) fence->setMetadata(kIdleMetadata, nullptr);
  return false;
}

bool IsIdle(const llvm::FenceInst& fence) { return fence.hasMetadata(kIdleMetadata); }

std::vector<llvm::FenceInst*> IdleFencesOf(llvm::Function& kernel) {
  std::vector<llvm::FenceInst*> fences;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction);
    if (fence != nullptr && IsIdle(*fence)) fences.push_back(fence);
  }
  return fences;
}

}  // namespace lockstep::instrument
