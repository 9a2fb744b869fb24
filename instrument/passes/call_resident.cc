//   call f(...)   ->   (*control->resident[number of f])(...)
#include "instrument/passes/call_resident.h"

#include <cstddef>

#include "device-lib/shared/control.h"
#include "instrument/ir/calls_of.h"
#include "instrument/ir/kernels.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

// In the order of the table.
constexpr const char* kNames[] = {
#define LOCKSTEP_RESIDENT(name) #name,
#include "device-lib/shared/resident.def"
};

// The control block in `function`: a kernel's hidden argument, a library function's first. (Not the call's: the
// library's optimiser leaves out what a function does not use.)
llvm::Value* ControlIn(llvm::Function& function) {
  if (llvm::Value* hidden = HiddenArgument(function, LS_HIDDEN_CONTROL)) return hidden;
  return function.arg_size() > 0 && function.getArg(0)->getType()->isPointerTy() ? function.getArg(0) : nullptr;
}

void CallByAddress(llvm::CallInst& call, llvm::Function& function, unsigned index) {
  llvm::IRBuilder<> builder(&call);
  llvm::Type* word = builder.getInt64Ty();
  llvm::Value* control = ControlIn(*call.getFunction());
  if (control == nullptr) return;
  const unsigned space = control->getType()->getPointerAddressSpace();
  llvm::Value* words = builder.CreateBitCast(control, word->getPointerTo(space));
  llvm::Value* table = builder.CreateLoad(
      word, builder.CreateConstInBoundsGEP1_64(word, words, offsetof(ls_control, resident) / sizeof(ls_u64)));
  llvm::Value* entries = builder.CreateIntToPtr(table, word->getPointerTo());
  llvm::Value* address = builder.CreateLoad(word, builder.CreateConstInBoundsGEP1_64(word, entries, index), "resident");
  llvm::Value* callee = builder.CreateIntToPtr(address, function.getType());
  const llvm::SmallVector<llvm::Value*, 24> arguments(call.args());
  llvm::CallInst* made = builder.CreateCall(function.getFunctionType(), callee, arguments);
  made->setDoesNotThrow();
  call.replaceAllUsesWith(made);
  call.eraseFromParent();
}

}  // namespace

void CallResident(llvm::Module& module, bool kernels_alone) {
  static_assert(offsetof(ls_control, resident) % sizeof(ls_u64) == 0);
  unsigned index = 0;
  for (const char* name : kNames) {
    const unsigned here = index++;
    llvm::Function* function = module.getFunction(name);
    if (function == nullptr || function->isDeclaration()) continue;
    for (llvm::CallInst* call : CallsOf(*function)) {
      if (kernels_alone && call->getFunction()->getCallingConv() != llvm::CallingConv::SPIR_KERNEL) continue;
      CallByAddress(*call, *function, here);
    }
  }
}

}  // namespace lockstep::instrument
