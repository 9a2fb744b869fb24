#include "instrument/backends/expand_atomics.h"

#include "llvm/CodeGen/AtomicExpandUtils.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

// As llvm::CreateCmpXchgInstFun, but on integers, and with the operation's notes.
void Expand(llvm::AtomicRMWInst* rmw) {
  llvm::expandAtomicRMWToCmpXchg(
      rmw,
      [rmw](auto& builder, llvm::Value* pointer, llvm::Value* loaded, llvm::Value* stored, llvm::Align align,
            llvm::AtomicOrdering ordering, llvm::SyncScope::ID scope, llvm::Value*& succeeded, llvm::Value*& found) {
        llvm::Type* type = stored->getType();
        llvm::Type* word = builder.getIntNTy(static_cast<unsigned>(type->getPrimitiveSizeInBits()));
        const unsigned space = pointer->getType()->getPointerAddressSpace();
        auto* exchange = builder.CreateAtomicCmpXchg(
            builder.CreateBitCast(pointer, word->getPointerTo(space)),
            builder.CreateBitCast(loaded, word), builder.CreateBitCast(stored, word), align,
            ordering, llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(ordering), scope);
        exchange->copyMetadata(*rmw);
        succeeded = builder.CreateExtractValue(exchange, 1);
        found = builder.CreateBitCast(builder.CreateExtractValue(exchange, 0), type);
      });
}

bool IsMissing(const llvm::AtomicRMWInst& rmw) {
  return rmw.isFloatingPointOperation() || rmw.getOperation() == llvm::AtomicRMWInst::Nand;
}

}  // namespace

std::vector<llvm::Instruction*> AtomicInstructions(llvm::Module& module) {
  std::vector<llvm::Instruction*> found;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (instruction.isAtomic()) found.push_back(&instruction);
    }
  }
  return found;
}

void ExpandToCompareExchange(llvm::Module& module) {
  for (llvm::Instruction* instruction : AtomicInstructions(module)) {
    auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(instruction);
    if (rmw != nullptr && IsMissing(*rmw)) Expand(rmw);
  }
}

}  // namespace lockstep::instrument
