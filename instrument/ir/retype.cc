#include "instrument/ir/retype.h"

#include "instrument/ir/llvm_versions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {

llvm::Function* Retype(llvm::Function& old, llvm::FunctionType* type) {
  llvm::Function* function = llvm::Function::Create(type, old.getLinkage(), old.getAddressSpace());
  old.getParent()->getFunctionList().insert(old.getIterator(), function);
  function->copyAttributesFrom(&old);
  function->copyMetadata(&old, 0);
  old.setSubprogram(nullptr);
  function->setComdat(old.getComdat());
  function->takeName(&old);
  MoveBlocks(old, *function);
  return function;
}

void Replace(llvm::Function& old, llvm::Function& retyped) {
  for (llvm::Argument& argument : old.args()) {
    llvm::Argument* now = retyped.getArg(argument.getArgNo());
    now->takeName(&argument);
    if (!argument.use_empty()) argument.replaceAllUsesWith(now);
  }
  if (!old.use_empty()) old.replaceAllUsesWith(llvm::ConstantExpr::getBitCast(&retyped, old.getType()));
  old.eraseFromParent();
}

}  // namespace lockstep::instrument
