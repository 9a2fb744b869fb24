// write_imagei of 3D images and of 2D arrays (../pocl/images.cc says what is wrong with it), in SPIR-V: there it is an
// instruction, of which PoCL 6.0's translator makes a call of "_Z12write_imagei…Dv4_iS0_", which its library lacks.
// write_imageui becomes the same call, since integers have no sign before SPIR-V 1.4. So the module brings a function
// of that name, which calls what does the work.
//
// To that translator an image is a pointer to global memory, and to the library's function one to memory of no address
// space. SPIR-V has no cast from one to the other, but each is a number.
//
// Our translator takes every function with such a name for the built-in one. Until it is done they begin with "_L".
#include "instrument/backends/spirv/pocl_images.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

constexpr unsigned kGlobalMemory = 1;
constexpr const char* kImages[] = {"14ocl_image3d_wo", "14ocl_image3d_rw", "20ocl_image2d_array_wo",
                                   "20ocl_image2d_array_rw"};

// A function of `name` that takes an image of type `image`, a coordinate and a colour.
llvm::Function* Declare(llvm::Module& module, const std::string& name, llvm::Type* image) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* four = llvm::FixedVectorType::get(llvm::Type::getInt32Ty(context), 4);
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), {image, four, four}, /*isVarArg=*/false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, module);
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  return function;
}

void Define(llvm::Module& module, const std::string& rest) {
  llvm::Type* byte = llvm::Type::getInt8Ty(module.getContext());
  llvm::Function* works = Declare(module, absl::StrCat("_L16_cl_", rest), llvm::PointerType::get(byte, 0));
  llvm::Function* called = Declare(module, absl::StrCat("_L12", rest), llvm::PointerType::get(byte, kGlobalMemory));
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", called));
  llvm::Value* number = builder.CreatePtrToInt(called->getArg(0), builder.getInt64Ty());
  llvm::Value* image = builder.CreateIntToPtr(number, works->getArg(0)->getType());
  builder.CreateCall(works, {image, called->getArg(1), called->getArg(2)})->setCallingConv(works->getCallingConv());
  builder.CreateRetVoid();
}

}  // namespace

void DefinePoclImageFunctions(llvm::Module& module) {
  for (const char* image : kImages) {
    const std::string rest = absl::StrCat("write_imagei", image, "Dv4_iS0_");
    if (module.getFunction(absl::StrCat("_Z12", rest)) != nullptr ||
        module.getFunction(absl::StrCat("_Z13write_imageui", image, "Dv4_iDv4_j")) != nullptr) {
      Define(module, rest);
    }
  }
}

std::string NameAsInPocl(const std::string& code) {
  return absl::StrReplaceAll(
      code, {{"_L12write_imagei", "_Z12write_imagei"}, {"_L16_cl_write_imagei", "_Z16_cl_write_imagei"}});
}

}  // namespace lockstep::instrument
