#include "instrument/backends/pocl/zero_of_work_item.h"

#include "instrument/ir/spir_calls.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {

llvm::Value* ZeroOfWorkItem(llvm::IRBuilder<>& builder) {
  llvm::Function& kernel = *builder.GetInsertBlock()->getParent();
  llvm::CallInst* call = CallSpirFunction(builder, "_Z12get_local_idj", builder.getInt64Ty(), {builder.getInt32(0)});
  // Calls in a function with debug information need a location; line 0 is nobody's code.
  if (llvm::DISubprogram* subprogram = kernel.getSubprogram()) {
    call->setDebugLoc(llvm::DILocation::get(kernel.getContext(), 0, 0, subprogram));
  }
  return builder.CreateLShr(call, 32);
}

}  // namespace lockstep::instrument
