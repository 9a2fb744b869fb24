// _Z8half_cosf, a SPIR function, becomes _Z12_cl_half_cosf, a C function of the x86-64 and AArch64
// calling conventions: a float2 travels as a double, others of at most 16 bytes as they are.
#include "instrument/backends/pocl/half.h"

#include <string>
#include <vector>

#include "instrument/ir/llvm_versions.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

// The name in PoCL's library of the mangled `name`; empty if it is not one of the functions meant.
std::string LibraryName(llvm::StringRef name) {
  unsigned length = 0;
  if (!name.consume_front("_Z") || name.consumeInteger(10, length) || length > name.size() ||
      !StartsWith(name, "half_")) {
    return "";
  }
  return ("_Z" + llvm::Twine(length + 4) + "_cl_" + name).str();
}

// What a value of `type` is passed as; nullptr if that depends on the CPU.
llvm::Type* Passed(llvm::Type* type) {
  if (type->isFloatTy()) return type;
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector == nullptr || !vector->getElementType()->isFloatTy()) return nullptr;
  if (vector->getNumElements() == 2) return llvm::Type::getDoubleTy(type->getContext());
  return vector->getNumElements() <= 4 ? type : nullptr;
}

// The type of the function in the library; nullptr if it depends on the CPU.
llvm::FunctionType* PassedType(const llvm::FunctionType& type) {
  std::vector<llvm::Type*> parameters;
  for (llvm::Type* parameter : type.params()) {
    parameters.push_back(Passed(parameter));
    if (parameters.back() == nullptr) return nullptr;
  }
  llvm::Type* result = Passed(type.getReturnType());
  return result == nullptr ? nullptr : llvm::FunctionType::get(result, parameters, false);
}

void Redirect(llvm::Function& from, llvm::FunctionCallee to) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::User* user : from.users()) {
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) calls.push_back(call);
  }
  for (llvm::CallInst* call : calls) {
    if (call->getCalledOperand() != &from) continue;
    llvm::IRBuilder<> builder(call);
    std::vector<llvm::Value*> arguments;
    for (unsigned i = 0; i < call->arg_size(); ++i) {
      arguments.push_back(builder.CreateBitCast(call->getArgOperand(i),
                                                to.getFunctionType()->getParamType(i)));
    }
    llvm::Value* result = builder.CreateCall(to, arguments);
    call->replaceAllUsesWith(builder.CreateBitCast(result, call->getType()));
    call->eraseFromParent();
  }
}

}  // namespace

void UsePoclHalfFunctions(llvm::Module& module) {
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) functions.push_back(&function);
  }
  for (llvm::Function* function : functions) {
    const std::string name = LibraryName(function->getName());
    llvm::FunctionType* type = name.empty() ? nullptr : PassedType(*function->getFunctionType());
    if (type == nullptr) continue;
    llvm::FunctionCallee callee = module.getOrInsertFunction(name, type);
    if (auto* target = llvm::dyn_cast<llvm::Function>(callee.getCallee())) {
      target->setDoesNotAccessMemory();
      target->setDoesNotThrow();
    }
    Redirect(*function, callee);
  }
}

}  // namespace lockstep::instrument
