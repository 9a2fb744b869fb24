#include "instrument/passes/sync_emitter.h"

#include <cstddef>

#include "device-lib/shared/control.h"
#include "device-lib/shared/meeting.h"
#include "device-lib/shared/parted.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/spir_calls.h"

namespace lockstep::instrument {

SyncEmitter::SyncEmitter(llvm::Function& kernel, llvm::IRBuilder<>& builder)
    : kernel_(kernel), builder_(builder) {
  builder_.SetCurrentDebugLocation(NobodysLine(kernel));
}

void SyncEmitter::Barrier(unsigned fences) { Internal(CreatePlainBarrier(builder_, fences)); }

llvm::Value* SyncEmitter::IsFirst() {
  llvm::Value* ids = builder_.CreateOr(LocalId(0), builder_.CreateOr(LocalId(1), LocalId(2)));
  return builder_.CreateICmpEQ(ids, Constant(0));
}

llvm::Value* SyncEmitter::LocalLinearId() {
  llvm::Value* id = LocalId(2);
  for (unsigned d : {1u, 0u}) {
    llvm::Value* size =
        builder_.CreateZExt(ControlWord(offsetof(ls_control, local_size) + d * sizeof(ls_u32)), builder_.getInt64Ty());
    id = builder_.CreateAdd(builder_.CreateMul(id, size), LocalId(d));
  }
  return id;
}

llvm::Value* SyncEmitter::Shadow() {
  return builder_.CreateBitCast(HiddenArgument(kernel_, LS_HIDDEN_LOCAL),
                                builder_.getInt64Ty()->getPointerTo(kLocal));
}

void SyncEmitter::Extremum(llvm::AtomicRMWInst::BinOp operation, llvm::CmpInst::Predicate beyond, llvm::Value* value,
                           llvm::Value* address) {
  llvm::LoadInst* seen = builder_.CreateLoad(builder_.getInt64Ty(), address);
  seen->setAtomic(llvm::AtomicOrdering::Monotonic);
  seen->setAlignment(llvm::Align(8));
  Internal(seen);
  If(builder_.CreateICmp(beyond, value, seen), [&] {
    Internal(builder_.CreateAtomicRMW(operation, address, value, llvm::MaybeAlign(8), llvm::AtomicOrdering::Monotonic));
  });
}

llvm::Value* SyncEmitter::Stop(const BarrierVariables& variables) {
  if (variables.stop == nullptr) return builder_.getInt32(LS_STOP_COUNTS);
  return builder_.CreateLoad(builder_.getInt32Ty(), variables.stop);
}

llvm::Value* SyncEmitter::WhereSubGroupsMeet(const BarrierVariables& variables) {
  return builder_.CreateIsNotNull(builder_.CreateAnd(Stop(variables), builder_.getInt32(LS_STOP_PART)));
}

llvm::Value* SyncEmitter::SubGroup() {
  return CallSpirFunction(builder_, "_Z16get_sub_group_idv", builder_.getInt32Ty(), {});
}

void SyncEmitter::NoteTable(const BarrierVariables& variables, llvm::Value* has_table) {
  const auto note = [&](unsigned with, unsigned without, llvm::AllocaInst* variable) {
    builder_.CreateStore(builder_.CreateSelect(has_table, builder_.getInt32(with), builder_.getInt32(without)),
                         variable);
  };
  note(LS_GROUP_PARTED, LS_GROUP_NO_TABLE, variables.group);
  note(LS_WAITS_PARTED, 0, variables.parted);
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

llvm::Value* SyncEmitter::ControlWord(uint64_t offset) {
  llvm::Value* control =
      builder_.CreateBitCast(HiddenArgument(kernel_, LS_HIDDEN_CONTROL), builder_.getInt8Ty()->getPointerTo(kGlobal));
  llvm::Value* address =
      builder_.CreateBitCast(builder_.CreateConstGEP1_64(builder_.getInt8Ty(), control, offset),
                             builder_.getInt32Ty()->getPointerTo(kGlobal));
  llvm::LoadInst* word = Internal(builder_.CreateLoad(builder_.getInt32Ty(), address));
  word->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(kernel_.getContext(), {}));
  return word;
}

}  // namespace lockstep::instrument
