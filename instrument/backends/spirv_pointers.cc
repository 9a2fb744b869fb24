#include "instrument/backends/spirv_pointers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lockstep::instrument {
namespace {

// What `value` is a cast of, in whatever many steps, and a pointer to address space `space`; null if it is none.
llvm::Value* OriginIn(llvm::Value* value, unsigned space) {
  while (value->getType()->getPointerAddressSpace() != space) {
    const auto* cast = llvm::dyn_cast<llvm::Operator>(value);
    if (cast == nullptr || (cast->getOpcode() != llvm::Instruction::AddrSpaceCast &&
                            cast->getOpcode() != llvm::Instruction::BitCast)) {
      return nullptr;
    }
    value = cast->getOperand(0);
  }
  return value;
}

}  // namespace

void UseNumbersForEvents(llvm::Module& module) {
  llvm::StructType* event = llvm::StructType::getTypeByName(module.getContext(), "opencl.event_t");
  if (event == nullptr) return;
  event->setName("lockstep.event");
  if (event->isOpaque()) event->setBody({llvm::Type::getInt8Ty(module.getContext())});
}

void FoldGenericCasts(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(&instruction);
      if (cast == nullptr) continue;
      llvm::Value* origin = OriginIn(cast->getPointerOperand(), cast->getDestAddressSpace());
      if (origin == nullptr) continue;
      llvm::IRBuilder<> builder(cast);
      cast->replaceAllUsesWith(builder.CreateBitCast(origin, cast->getType()));
    }
    // The casts that nobody needs any longer.
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::reverse(block))) {
        const bool is_cast = llvm::isa<llvm::AddrSpaceCastInst, llvm::BitCastInst>(instruction);
        if (is_cast && llvm::isInstructionTriviallyDead(&instruction)) instruction.eraseFromParent();
      }
    }
  }
}

}  // namespace lockstep::instrument
