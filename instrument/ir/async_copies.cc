// Finding the calls that stand for asynchronous copies and waits.
#include "instrument/ir/async_copies.h"

#include "instrument/ir/barriers.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {
namespace {

llvm::StringRef CalleeOf(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee == nullptr ? llvm::StringRef() : callee->getName();
}

}  // namespace

bool IsAsyncCopyBuiltin(std::string_view base) {
  return base == "async_work_group_copy" || base == "async_work_group_strided_copy" ||
         base == "wait_group_events";
}

CopyCall AsCopyCall(llvm::Instruction& instruction) {
  const llvm::StringRef name = CalleeOf(instruction);
  CopyCall copy;
  if (name != kCopyToLocal && name != kCopyToGlobal) return copy;
  copy.call = llvm::cast<llvm::CallInst>(&instruction);
  copy.to_global = name == kCopyToGlobal;
  copy.to = copy.call->getArgOperand(0);
  copy.from = copy.call->getArgOperand(1);
  copy.count = copy.call->getArgOperand(2);
  copy.stride = copy.call->getArgOperand(3);
  copy.event = copy.call->getArgOperand(4);
  copy.element = static_cast<unsigned>(
      llvm::cast<llvm::ConstantInt>(copy.call->getArgOperand(5))->getZExtValue());
  return copy;
}

bool IsWaitCall(const llvm::Instruction& instruction) { return CalleeOf(instruction) == kWait; }

std::vector<CopyCall> CopiesOf(llvm::Function& kernel) {
  std::vector<CopyCall> copies;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    const CopyCall copy = AsCopyCall(instruction);
    if (copy.call != nullptr) copies.push_back(copy);
  }
  return copies;
}

std::vector<llvm::CallInst*> WaitsOf(llvm::Function& kernel) {
  std::vector<llvm::CallInst*> waits;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (IsWaitCall(instruction)) waits.push_back(llvm::cast<llvm::CallInst>(&instruction));
  }
  return waits;
}

void RemoveCopyMarkers(llvm::Function& kernel) {
  for (llvm::CallInst* barrier : BarriersOf(kernel)) {
    if (barrier->hasMetadata(kCopyMarker)) barrier->eraseFromParent();
  }
}

}  // namespace lockstep::instrument
