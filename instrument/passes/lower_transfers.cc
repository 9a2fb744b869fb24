// Copies and fills of a length known only at run time, as loops over their bytes.
//
//   call @llvm.memcpy(%d, %s, i64 %n)   ->   for (i = 0; i < n; ++i) d[i] = s[i]
//
// OpenCL C has none; clang's own __builtin_memcpy and the like ask for them. As loops, what they
// touch are ordinary accesses of one byte each.
#include <vector>

#include "instrument/ir/kernels.h"
#include "instrument/ir/llvm_versions.h"
#include "instrument/passes/lower_builtins.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LowerMemIntrinsics.h"

namespace lockstep::instrument {
namespace {

bool TouchesShared(const llvm::MemIntrinsic& transfer) {
  const auto is_shared = [](unsigned space) { return space != kPrivate && space != kConstant; };
  const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&transfer);
  return is_shared(transfer.getDestAddressSpace()) ||
         (copy != nullptr && is_shared(copy->getSourceAddressSpace()));
}

// The expansion of memmove compares the two pointers, so they must be of one address space. Memory
// of two named spaces does not overlap: a memcpy does. A generic pointer may lead to either.
llvm::MemIntrinsic* InOneSpace(llvm::MemMoveInst* move) {
  const unsigned to = move->getDestAddressSpace(), from = move->getSourceAddressSpace();
  if (to == from) return move;
  llvm::IRBuilder<> builder(move);
  llvm::Value* target = move->getRawDest();
  llvm::Value* source = move->getRawSource();
  llvm::Type* generic = builder.getInt8Ty()->getPointerTo(kGeneric);
  llvm::CallInst* other;
  if (to == kGeneric || from == kGeneric) {
    other = builder.CreateMemMove(builder.CreateAddrSpaceCast(target, generic),
                                  move->getDestAlign(),
                                  builder.CreateAddrSpaceCast(source, generic),
                                  move->getSourceAlign(), move->getLength(), move->isVolatile());
  } else {
    other = builder.CreateMemCpy(target, move->getDestAlign(), source, move->getSourceAlign(),
                                 move->getLength(), move->isVolatile());
  }
  move->eraseFromParent();
  return llvm::cast<llvm::MemIntrinsic>(other);
}

void ExpandAsLoop(llvm::MemIntrinsic& transfer) {
  const llvm::TargetTransformInfo bytes(transfer.getModule()->getDataLayout());
  if (auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&transfer)) {
    llvm::expandMemCpyAsLoop(copy, bytes);
  } else if (auto* move = llvm::dyn_cast<llvm::MemMoveInst>(&transfer)) {
    ExpandMemMoveAsLoop(*move, bytes);
  } else {
    llvm::expandMemSetAsLoop(llvm::cast<llvm::MemSetInst>(&transfer));
  }
}

}  // namespace

bool LowerUnboundedTransfers(llvm::Function& kernel) {
  std::vector<llvm::MemIntrinsic*> transfers;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* transfer = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
    if (transfer != nullptr && !llvm::isa<llvm::ConstantInt>(transfer->getLength()) &&
        TouchesShared(*transfer)) {
      transfers.push_back(transfer);
    }
  }
  for (llvm::MemIntrinsic* transfer : transfers) {
    if (auto* move = llvm::dyn_cast<llvm::MemMoveInst>(transfer)) transfer = InOneSpace(move);
    llvm::SmallPtrSet<const llvm::Instruction*, 32> before;
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) before.insert(&instruction);
    ExpandAsLoop(*transfer);
    // The loop stands where the call stood, for reports too.
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
      if (!before.contains(&instruction)) instruction.setDebugLoc(transfer->getDebugLoc());
    }
    transfer->eraseFromParent();
  }
  return !transfers.empty();
}

}  // namespace lockstep::instrument
