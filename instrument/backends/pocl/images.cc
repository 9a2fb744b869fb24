// write_imagei of 3D images and of 2D arrays: clang mangles the colour, which repeats the type of the
// coordinate, as "Dv4_iS0_"; PoCL 3.1's SPIR wrapper is called "Dv4_iS_" and calls nothing that
// there is. So the C function behind it is called: an image is a plain pointer there, and vectors of
// four travel as they are.
#include "instrument/backends/pocl/images.h"

#include <string>
#include <vector>

#include "instrument/ir/calls_of.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

// The library's name for the SPIR function `name`; empty if it needs no detour.
std::string TargetName(llvm::StringRef name) {
  constexpr char kParameters[] = "Dv4_iS0_";
  for (const char* image : {"14ocl_image3d", "20ocl_image2d_array"}) {
    for (const char* access : {"_wo", "_rw"}) {
      const std::string rest = std::string("write_imagei") + image + access + kParameters;
      if (name == "_Z12" + rest) return "_Z16_cl_" + rest;
    }
  }
  return "";
}

// The library's function, with the image as a pointer of the CPU's only address space.
llvm::FunctionCallee Target(llvm::Module& module, const std::string& name,
                            const llvm::FunctionType& type) {
  llvm::SmallVector<llvm::Type*, 3> parameters(type.params().begin(), type.params().end());
  parameters[0] = llvm::Type::getInt8Ty(module.getContext())->getPointerTo();
  return module.getOrInsertFunction(
      name, llvm::FunctionType::get(type.getReturnType(), parameters, /*isVarArg=*/false));
}

}  // namespace

void UsePoclImageFunctions(llvm::Module& module) {
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module) {
    // Where an image is no pointer (llvm_versions.h) the code is not for that PoCL.
    if (function.isDeclaration() && !TargetName(function.getName()).empty() &&
        function.getArg(0)->getType()->isPointerTy()) {
      functions.push_back(&function);
    }
  }
  for (llvm::Function* function : functions) {
    llvm::FunctionCallee target =
        Target(module, TargetName(function->getName()), *function->getFunctionType());
    for (llvm::CallInst* call : CallsOf(*function)) {
      llvm::IRBuilder<> builder(call);
      llvm::SmallVector<llvm::Value*, 3> arguments(call->args());
      arguments[0] = builder.CreateAddrSpaceCast(
          arguments[0], target.getFunctionType()->getParamType(0));
      llvm::CallInst* direct = builder.CreateCall(target, arguments);
      call->replaceAllUsesWith(direct);
      call->eraseFromParent();
    }
  }
}

}  // namespace lockstep::instrument
