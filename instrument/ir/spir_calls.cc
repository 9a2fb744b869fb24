#include "instrument/ir/spir_calls.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CallingConv.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {

llvm::CallInst* CallSpirFunction(llvm::IRBuilder<>& builder, llvm::StringRef name, llvm::Type* result,
                                 llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::SmallVector<llvm::Type*, 10> types;
  for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
  llvm::FunctionCallee callee = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      name, llvm::FunctionType::get(result, types, /*isVarArg=*/false));
  if (auto* function = llvm::dyn_cast<llvm::Function>(callee.getCallee())) {
    function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  }
  llvm::CallInst* call = builder.CreateCall(callee, arguments);
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  return call;
}

}  // namespace lockstep::instrument
