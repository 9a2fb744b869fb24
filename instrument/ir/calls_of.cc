#include "instrument/ir/calls_of.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {

std::vector<llvm::CallInst*> CallsOf(llvm::Function& function) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::User* user : function.users()) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call != nullptr && call->getCalledFunction() == &function) calls.push_back(call);
  }
  return calls;
}

}  // namespace lockstep::instrument
