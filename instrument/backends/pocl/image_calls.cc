// PoCL's wrappers of SPIR's built-in functions are always inlined. Those of read_image and write_image have all of the
// work in them, for all formats and samplers, some 1,700 lines of IR: 60 calls took half a minute to compile. The
// functions behind its C names, which the application's own kernel calls, are not inlined.
#include "instrument/backends/pocl/image_calls.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "instrument/ir/calls_of.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

bool IsImageFunction(const llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  return function.isDeclaration() && (name.contains("read_image") || name.contains("write_image"));
}

// A function of `function`'s type that does nothing but call it.
llvm::Function* Caller(llvm::Function& function) {
  auto* caller =
      llvm::Function::Create(function.getFunctionType(), llvm::GlobalValue::InternalLinkage,
                             absl::StrCat("__lockstep_shared", function.getName().str()), function.getParent());
  caller->copyAttributesFrom(&function);
  caller->setLinkage(llvm::GlobalValue::InternalLinkage);
  caller->addFnAttr(llvm::Attribute::NoInline);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(function.getContext(), "", caller));
  llvm::SmallVector<llvm::Value*, 4> arguments;
  for (llvm::Argument& argument : caller->args()) arguments.push_back(&argument);
  llvm::CallInst* call = builder.CreateCall(&function, arguments);
  call->setCallingConv(function.getCallingConv());
  if (caller->getReturnType()->isVoidTy()) {
    builder.CreateRetVoid();
  } else {
    builder.CreateRet(call);
  }
  return caller;
}

}  // namespace

void ShareImageFunctions(llvm::Module& module) {
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module) {
    if (IsImageFunction(function) && function.hasNUsesOrMore(2)) functions.push_back(&function);
  }
  for (llvm::Function* function : functions) {
    const std::vector<llvm::CallInst*> calls = CallsOf(*function);
    llvm::Function* caller = Caller(*function);
    for (llvm::CallInst* call : calls) call->setCalledFunction(caller);
  }
}

}  // namespace lockstep::instrument
