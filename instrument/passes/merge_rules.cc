#include "instrument/passes/merge_rules.h"

#include <algorithm>
#include <utility>

#include "instrument/ir/llvm_versions.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lockstep::instrument {
namespace {

bool IsOurCounter(const llvm::Value* pointer) {
  return llvm::isa<llvm::AllocaInst>(pointer) && StartsWith(pointer->getName(), "lockstep.");
}

}  // namespace

bool MayOrder(const llvm::Instruction& instruction) {
  if (instruction.isAtomic()) return true;  // fences too
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    return IsOurCounter(store->getPointerOperand());
  }
  if (llvm::isa<llvm::MemIntrinsic>(instruction) || llvm::isa<llvm::DbgInfoIntrinsic>(instruction) ||
      instruction.isLifetimeStartOrEnd()) {
    return false;
  }
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && !call->doesNotAccessMemory();
}

bool MayOrder(const llvm::Loop& loop) {
  return std::any_of(loop.block_begin(), loop.block_end(), [](const llvm::BasicBlock* block) {
    return std::any_of(block->begin(), block->end(),
                       [](const llvm::Instruction& instruction) { return MayOrder(instruction); });
  });
}

bool MayMerge(const CheckPlan& plan, const PlannedCheck& check) {
  const Access& access = check.access;
  if (access.atomic || access.copy || check.root < 0 || check.region == Region::kEither) return false;
  if (plan.Logged(check.region)) return false;
  return llvm::isa<llvm::LoadInst>(access.instruction) || llvm::isa<llvm::StoreInst>(access.instruction);
}

void DropChecks(CheckPlan& plan, const std::vector<bool>& gone) {
  size_t kept = 0;
  for (size_t i = 0; i < plan.checks.size(); ++i) {
    if (gone[i]) continue;
    if (kept != i) plan.checks[kept] = std::move(plan.checks[i]);
    ++kept;
  }
  plan.checks.resize(kept);
}

}  // namespace lockstep::instrument
