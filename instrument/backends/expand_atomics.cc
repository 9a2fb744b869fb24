#include "instrument/backends/expand_atomics.h"

#include <vector>

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
      rmw, [rmw](llvm::IRBuilder<>& builder, llvm::Value* pointer, llvm::Value* loaded,
                 llvm::Value* stored, llvm::Align align, llvm::AtomicOrdering ordering,
                 llvm::SyncScope::ID scope, llvm::Value*& succeeded, llvm::Value*& found) {
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

}  // namespace

void ExpandToCompareExchange(llvm::Module& module, bool (*missing)(const llvm::AtomicRMWInst&)) {
  std::vector<llvm::AtomicRMWInst*> found;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
      if (rmw != nullptr && missing(*rmw)) found.push_back(rmw);
    }
  }
  for (llvm::AtomicRMWInst* rmw : found) Expand(rmw);
}

}  // namespace lockstep::instrument
