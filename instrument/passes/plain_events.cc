// Functions with events in their types are made anew; code is changed in place.
#include "instrument/passes/plain_events.h"

#include <vector>

#include "instrument/ir/kernels.h"
#include "instrument/ir/llvm_versions.h"
#include "instrument/ir/retype.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace lockstep::instrument {
namespace {

// OpenCL C has arrays of events and functions that take and return them, but no structures of them.
class PlainTypes : public llvm::ValueMapTypeRemapper {
 public:
  llvm::Type* remapType(llvm::Type* type) override {
    if (IsEventType(type)) return llvm::Type::getInt8Ty(type->getContext())->getPointerTo(kPrivate);
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      return llvm::ArrayType::get(remapType(array->getElementType()), array->getNumElements());
    }
    if (auto* function = llvm::dyn_cast<llvm::FunctionType>(type)) {
      std::vector<llvm::Type*> parameters;
      for (llvm::Type* parameter : function->params()) parameters.push_back(remapType(parameter));
      return llvm::FunctionType::get(remapType(function->getReturnType()), parameters, function->isVarArg());
    }
    return type;
  }
};

}  // namespace

bool UsePlainEvents(llvm::Module& module) {
  PlainTypes types;
  llvm::ValueToValueMapTy values;
  std::vector<llvm::Function*> replaced;
  for (llvm::Function& function : module) {
    if (types.remapType(function.getFunctionType()) != function.getFunctionType()) replaced.push_back(&function);
  }
  if (replaced.empty()) return false;
  for (llvm::Function* old : replaced) {
    auto* type = llvm::cast<llvm::FunctionType>(types.remapType(old->getFunctionType()));
    llvm::Function* function = Retype(*old, type);
    values[old] = function;
    for (llvm::Argument& argument : old->args()) {
      function->getArg(argument.getArgNo())->takeName(&argument);
      values[&argument] = function->getArg(argument.getArgNo());
    }
  }
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    llvm::RemapFunction(function, values, llvm::RF_IgnoreMissingLocals | llvm::RF_NoModuleLevelChanges, &types);
  }
  for (llvm::Function* old : replaced) old->eraseFromParent();
  return true;
}

}  // namespace lockstep::instrument
