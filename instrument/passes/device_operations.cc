// device-lib/atomics.h as LLVM instructions; the orders are those of that header.
#include "instrument/passes/device_operations.h"

#include <vector>

#include "instrument/ir/calls_of.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

using llvm::AtomicOrdering;
using llvm::Value;

Value* Load(llvm::IRBuilder<>& builder, llvm::CallInst& call) {
  auto* load = builder.CreateAlignedLoad(call.getType(), call.getArgOperand(0), llvm::Align(8));
  load->setAtomic(AtomicOrdering::Monotonic);
  return load;
}

Value* StoreRelease(llvm::IRBuilder<>& builder, llvm::CallInst& call) {
  auto* store = builder.CreateAlignedStore(call.getArgOperand(1), call.getArgOperand(0),
                                           llvm::Align(8));
  store->setAtomic(AtomicOrdering::Release);
  return store;
}

template <AtomicOrdering order>
Value* Exchange(llvm::IRBuilder<>& builder, llvm::CallInst& call) {
  return builder.CreateAtomicRMW(llvm::AtomicRMWInst::Xchg, call.getArgOperand(0), call.getArgOperand(1),
                                 llvm::Align(8), order);
}

Value* CompareAndSwap(llvm::IRBuilder<>& builder, llvm::CallInst& call) {
  const llvm::Align align(call.getType()->getIntegerBitWidth() / 8);
  auto* exchange = builder.CreateAtomicCmpXchg(
      call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(2), align,
      AtomicOrdering::SequentiallyConsistent, AtomicOrdering::SequentiallyConsistent);
  return builder.CreateExtractValue(exchange, 0);
}

Value* Add(llvm::IRBuilder<>& builder, llvm::CallInst& call) {
  const llvm::Align align(call.getType()->getIntegerBitWidth() / 8);
  return builder.CreateAtomicRMW(llvm::AtomicRMWInst::Add, call.getArgOperand(0),
                                 call.getArgOperand(1), align, AtomicOrdering::Monotonic);
}

Value* OrderedAdd(llvm::IRBuilder<>& builder, llvm::CallInst& call) {
  return builder.CreateAtomicRMW(llvm::AtomicRMWInst::Add, call.getArgOperand(0), call.getArgOperand(1), llvm::Align(4),
                                 AtomicOrdering::SequentiallyConsistent);
}

Value* Zero(llvm::IRBuilder<>& builder, llvm::CallInst&) { return builder.getInt32(0); }
Value* One(llvm::IRBuilder<>& builder, llvm::CallInst&) { return builder.getInt32(1); }
using Emit = Value* (*)(llvm::IRBuilder<>&, llvm::CallInst&);
struct Operation {
  const char* name;
  Emit emit;
};

// What a program is, as constants.
Emit Constant(bool value) { return value ? One : Zero; }

std::vector<Operation> Operations(bool lockstep, bool copies) {
  return {
      {"__lockstep_load64", Load},
      {"__lockstep_store64_release", StoreRelease},
      {"__lockstep_xchg64_release", Exchange<AtomicOrdering::Release>},
      {"__lockstep_xchg64", Exchange<AtomicOrdering::AcquireRelease>},
      {"__lockstep_cas64", CompareAndSwap},
      {"__lockstep_cas32", CompareAndSwap},
      {"__lockstep_add32", Add},
      {"__lockstep_add64", Add},
      {"__lockstep_in_blocks", Constant(lockstep)},
      {"__lockstep_with_copies", Constant(copies)},
      {"__lockstep_local_add32", OrderedAdd},
  };
}

}  // namespace

void LowerDeviceOperations(llvm::Module& module, bool lockstep, bool copies) {
  for (const Operation& operation : Operations(lockstep, copies)) {
    llvm::Function* declared = module.getFunction(operation.name);
    if (declared == nullptr || !declared->isDeclaration()) continue;
    for (llvm::CallInst* call : CallsOf(*declared)) {
      llvm::IRBuilder<> builder(call);
      Value* result = operation.emit(builder, *call);
      if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(result);
      call->eraseFromParent();
    }
    if (declared->use_empty()) declared->eraseFromParent();
  }
}

}  // namespace lockstep::instrument
