#include "instrument/passes/sync_emitter.h"

#include <cstddef>
#include <vector>

#include "device-lib/shared/control.h"
#include "instrument/ir/kernels.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {

SyncEmitter::SyncEmitter(llvm::Function& kernel, llvm::IRBuilder<>& builder)
    : kernel_(kernel), builder_(builder) {
  if (llvm::DISubprogram* subprogram = kernel.getSubprogram()) {
    builder_.SetCurrentDebugLocation(llvm::DILocation::get(kernel.getContext(), 0, 0, subprogram));
  }
}

void SyncEmitter::Barrier(unsigned fences) {
  llvm::FunctionCallee barrier = kernel_.getParent()->getOrInsertFunction(
      "_Z7barrierj", builder_.getVoidTy(), builder_.getInt32Ty());
  llvm::CallInst* call = builder_.CreateCall(barrier, {builder_.getInt32(fences)});
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  call->addFnAttr(llvm::Attribute::Convergent);
  if (auto* function = llvm::dyn_cast<llvm::Function>(barrier.getCallee())) {
    function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    function->addFnAttr(llvm::Attribute::Convergent);
  }
  Internal(call);
}

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

void SyncEmitter::Call(const char* name, llvm::ArrayRef<llvm::Value*> arguments) {
  std::vector<llvm::Type*> types;
  for (llvm::Value* argument : arguments) types.push_back(argument->getType());
  llvm::FunctionCallee callee = kernel_.getParent()->getOrInsertFunction(
      name, llvm::FunctionType::get(builder_.getVoidTy(), types, /*isVarArg=*/false));
  llvm::CallInst* call = builder_.CreateCall(callee, arguments);
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  if (auto* function = llvm::dyn_cast<llvm::Function>(callee.getCallee())) {
    function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  }
}

llvm::BasicBlock* SyncEmitter::NewBlock(const char* name) {
  return llvm::BasicBlock::Create(kernel_.getContext(), name, &kernel_);
}

llvm::Value* SyncEmitter::LocalId(unsigned dimension) {
  llvm::FunctionCallee get = kernel_.getParent()->getOrInsertFunction(
      "_Z12get_local_idj", builder_.getInt64Ty(), builder_.getInt32Ty());
  llvm::CallInst* call = builder_.CreateCall(get, {builder_.getInt32(dimension)});
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  if (auto* function = llvm::dyn_cast<llvm::Function>(get.getCallee())) {
    function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    if (function->isDeclaration()) function->setDoesNotAccessMemory();
  }
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
