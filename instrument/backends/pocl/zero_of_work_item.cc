#include "instrument/backends/pocl/zero_of_work_item.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {

llvm::Value* ZeroOfWorkItem(llvm::IRBuilder<>& builder) {
  llvm::Function& kernel = *builder.GetInsertBlock()->getParent();
  llvm::FunctionCallee id = kernel.getParent()->getOrInsertFunction("_Z12get_local_idj", builder.getInt64Ty(),
                                                                    builder.getInt32Ty());
  if (auto* function = llvm::dyn_cast<llvm::Function>(id.getCallee())) {
    function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  }
  llvm::CallInst* call = builder.CreateCall(id, {builder.getInt32(0)});
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  // Calls in a function with debug information need a location; line 0 is nobody's code.
  if (llvm::DISubprogram* subprogram = kernel.getSubprogram()) {
    call->setDebugLoc(llvm::DILocation::get(kernel.getContext(), 0, 0, subprogram));
  }
  return builder.CreateLShr(call, 32);
}

}  // namespace lockstep::instrument
