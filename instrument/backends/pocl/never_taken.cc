//   front: ...; br on          =>      front: ...; br (get_local_id(0) >> 32 == 1), never, on
//                                      never: a store that no optimiser takes away
#include "instrument/backends/pocl/never_taken.h"

#include "instrument/backends/pocl/zero_of_work_item.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {

llvm::BasicBlock* AddNeverTaken(llvm::BasicBlock& front, llvm::Value& control) {
  llvm::BasicBlock* on = front.getSingleSuccessor();
  auto* never = llvm::BasicBlock::Create(front.getContext(), "lockstep.never", front.getParent(), on);
  llvm::IRBuilder<> builder(never);
  llvm::Type* word = builder.getInt32Ty();
  const unsigned space = control.getType()->getPointerAddressSpace();
  builder.CreateStore(builder.getInt32(0), builder.CreateBitCast(&control, word->getPointerTo(space)),
                      /*isVolatile=*/true);
  llvm::Instruction* leave = front.getTerminator();
  builder.SetInsertPoint(leave);
  builder.CreateCondBr(builder.CreateICmpEQ(ZeroOfWorkItem(builder), builder.getInt64(1)), never, on);
  leave->eraseFromParent();
  return never;
}

}  // namespace lockstep::instrument
