#include "instrument/backends/pocl/zero_of_work_item.h"

#include "instrument/ir/kernels.h"
#include "instrument/ir/spir_calls.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {

llvm::Value* ZeroOfWorkItem(llvm::IRBuilder<>& builder) {
  llvm::CallInst* call = CallSpirFunction(builder, "_Z12get_local_idj", builder.getInt64Ty(), {builder.getInt32(0)});
  call->setDebugLoc(NobodysLine(*builder.GetInsertBlock()->getParent()));
  return builder.CreateLShr(call, 32);
}

}  // namespace lockstep::instrument
