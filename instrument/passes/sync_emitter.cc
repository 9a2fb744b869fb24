#include "instrument/passes/sync_emitter.h"

#include <cstddef>

#include "device-lib/shared/control.h"
#include "device-lib/shared/meeting.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/spir_calls.h"
#include "llvm/IR/DebugInfoMetadata.h"

namespace lockstep::instrument {

SyncEmitter::SyncEmitter(llvm::Function& kernel, llvm::IRBuilder<>& builder)
    : kernel_(kernel), builder_(builder) {
  if (llvm::DISubprogram* subprogram = kernel.getSubprogram()) {
    builder_.SetCurrentDebugLocation(llvm::DILocation::get(kernel.getContext(), 0, 0, subprogram));
  }
}

void SyncEmitter::Barrier(unsigned fences) { Internal(CreatePlainBarrier(builder_, fences)); }

llvm::Value* SyncEmitter::IsFirst() {
  llvm::Value* ids = builder_.CreateOr(LocalId(0), builder_.CreateOr(LocalId(1), LocalId(2)));
  return builder_.CreateICmpEQ(ids, Constant(0));
}

llvm::Value* SyncEmitter::LocalLinearId() {
  llvm::Value* id = LocalId(2);
  for (unsigned d : {1u, 0u}) {
    id = builder_.CreateAdd(builder_.CreateMul(id, EnqueuedSize(d)), LocalId(d));
  }
  return id;
}

llvm::Value* SyncEmitter::Shadow() {
  return builder_.CreateBitCast(HiddenArgument(kernel_, LS_HIDDEN_LOCAL),
                                builder_.getInt64Ty()->getPointerTo(kLocal));
}

llvm::Value* SyncEmitter::Stop(const BarrierVariables& variables) {
  if (variables.stop == nullptr) return builder_.getInt32(LS_STOP_COUNTS);
  return builder_.CreateLoad(builder_.getInt32Ty(), variables.stop);
}

void SyncEmitter::CountApart(const BarrierVariables& variables, llvm::Value* is) {
  if (variables.apart == nullptr) return;
  llvm::Value* apart = builder_.CreateZExt(is, builder_.getInt32Ty());
  builder_.CreateStore(apart, variables.apart);
  llvm::Value* segment = builder_.CreateLoad(builder_.getInt32Ty(), variables.segment);
  builder_.CreateStore(builder_.CreateAdd(segment, apart), variables.segment);
}

void SyncEmitter::Call(const char* name, llvm::ArrayRef<llvm::Value*> arguments) {
  CallSpirFunction(builder_, name, builder_.getVoidTy(), arguments);
}

llvm::BasicBlock* SyncEmitter::NewBlock(const char* name) {
  return llvm::BasicBlock::Create(kernel_.getContext(), name, &kernel_);
}

llvm::Value* SyncEmitter::LocalId(unsigned dimension) {
  llvm::CallInst* call =
      CallSpirFunction(builder_, "_Z12get_local_idj", builder_.getInt64Ty(), {builder_.getInt32(dimension)});
  llvm::Function* function = call->getCalledFunction();
  if (function != nullptr && function->isDeclaration()) function->setDoesNotAccessMemory();
  return call;
}

llvm::Value* SyncEmitter::EnqueuedSize(unsigned dimension) {
  llvm::Value* control =
      builder_.CreateBitCast(HiddenArgument(kernel_, LS_HIDDEN_CONTROL), builder_.getInt8Ty()->getPointerTo(kGlobal));
  const uint64_t offset = offsetof(ls_control, local_size) + dimension * sizeof(ls_u32);
  llvm::Value* address =
      builder_.CreateBitCast(builder_.CreateConstGEP1_64(builder_.getInt8Ty(), control, offset),
                             builder_.getInt32Ty()->getPointerTo(kGlobal));
  llvm::LoadInst* size = Internal(builder_.CreateLoad(builder_.getInt32Ty(), address));
  size->setMetadata(llvm::LLVMContext::MD_invariant_load,
                    llvm::MDNode::get(kernel_.getContext(), {}));
  return builder_.CreateZExt(size, builder_.getInt64Ty());
}

}  // namespace lockstep::instrument
