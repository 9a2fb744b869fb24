// Local arguments, for the CUDA driver:
//   kernel k(ptr addrspace(3) %l)   ->   kernel k(i64 %l)
//                                        %p = getelementptr i8, @__lockstep_shared, %l
#include "instrument/backends/ptx/cuda.h"

#include <nlohmann/json.hpp>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "instrument/backends/kernel_removal.h"
#include "instrument/backends/ptx/module.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/llvm_versions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

constexpr char kLaunch[] = "__lockstep_launch";
constexpr char kShared[] = "__lockstep_shared";
// The loader gives each local argument a multiple of this, which no OpenCL type's alignment exceeds.
constexpr unsigned kLocalAlignment = 128;
constexpr unsigned kSourceConstant = 2;  // in kernel_arg_addr_space

// Operand `i` of the kernel's note `kind` as text; "" if there is none, as for hidden arguments.
std::string NoteText(const llvm::Function& kernel, const char* kind, unsigned i) {
  const llvm::MDNode* node = kernel.getMetadata(kind);
  if (node == nullptr || i >= node->getNumOperands()) return "";
  const auto* text = llvm::dyn_cast<llvm::MDString>(node->getOperand(i));
  return text == nullptr ? "" : text->getString().str();
}

uint64_t NoteNumber(const llvm::Function& kernel, const char* kind, unsigned i) {
  const llvm::MDNode* node = kernel.getMetadata(kind);
  if (node == nullptr || i >= node->getNumOperands()) return 0;
  const auto* number = llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(i));
  return number == nullptr ? 0 : number->getZExtValue();
}

nlohmann::json Describe(const llvm::Argument& argument) {
  const llvm::Function& kernel = *argument.getParent();
  const unsigned i = argument.getArgNo();
  nlohmann::json json = {{"name", NoteText(kernel, "kernel_arg_name", i)},
                         {"type", NoteText(kernel, "kernel_arg_type", i)},
                         {"qualifiers", NoteText(kernel, "kernel_arg_type_qual", i)}};
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  llvm::Type* type = argument.getType();
  if (argument.hasByValAttr()) {
    json["space"] = "private";
    json["size"] = layout.getTypeAllocSize(argument.getParamByValType()).getFixedValue();
  } else if (!type->isPointerTy()) {
    json["space"] = "private";
    json["size"] = layout.getTypeAllocSize(type).getFixedValue();
  } else if (type->getPointerAddressSpace() == kPtxShared) {
    json["space"] = "local";
    json["size"] = 0;
  } else {
    const bool constant = NoteNumber(kernel, "kernel_arg_addr_space", i) == kSourceConstant;
    json["space"] = constant ? "constant" : "global";
    json["size"] = layout.getPointerSize();
  }
  return json;
}

std::vector<llvm::Function*> KernelsOf(llvm::Module& module) {
  std::vector<llvm::Function*> kernels;
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration()) {
      kernels.push_back(&function);
    }
  }
  return kernels;
}

bool IsLocal(const llvm::Argument& argument) {
  return argument.getType()->isPointerTy() && !argument.hasByValAttr() &&
         argument.getType()->getPointerAddressSpace() == kPtxShared;
}

// The launch's dynamic shared memory, of a size that only the launch knows.
llvm::GlobalVariable* SharedMemory(llvm::Module& module) {
  if (llvm::GlobalVariable* known = module.getGlobalVariable(kShared)) return known;
  auto* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), 0);
  auto* shared = new llvm::GlobalVariable(
      module, type, /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage,
      /*Initializer=*/nullptr, kShared, /*InsertBefore=*/nullptr,
      llvm::GlobalValue::NotThreadLocal, kPtxShared);
  shared->setAlignment(llvm::Align(kLocalAlignment));
  return shared;
}

void PassOffsets(llvm::Function& kernel) {
  llvm::Module& module = *kernel.getParent();
  llvm::Type* offset_type = llvm::Type::getInt64Ty(module.getContext());
  std::vector<llvm::Type*> types;
  bool any = false;
  for (const llvm::Argument& argument : kernel.args()) {
    any = any || IsLocal(argument);
    types.push_back(IsLocal(argument) ? offset_type : argument.getType());
  }
  if (!any) return;
  auto* type = llvm::FunctionType::get(kernel.getReturnType(), types, /*isVarArg=*/false);
  auto* changed = llvm::Function::Create(type, kernel.getLinkage(), "", &module);
  changed->takeName(&kernel);
  changed->copyAttributesFrom(&kernel);
  changed->copyMetadata(&kernel, /*Offset=*/0);
  MoveBlocks(kernel, *changed);
  llvm::IRBuilder<> builder(&changed->getEntryBlock(), changed->getEntryBlock().begin());
  for (llvm::Argument& argument : kernel.args()) {
    llvm::Argument* given = changed->getArg(argument.getArgNo());
    given->takeName(&argument);
    llvm::Value* value = given;
    if (IsLocal(argument)) {
      // What is said of pointers (alignment, aliasing) does not go with a number.
      changed->removeParamAttrs(
          argument.getArgNo(), llvm::AttributeFuncs::typeIncompatible(offset_type));
      changed->removeParamAttr(argument.getArgNo(), llvm::Attribute::Alignment);
      value = builder.CreateGEP(builder.getInt8Ty(), SharedMemory(module), given);
    }
    argument.replaceAllUsesWith(value);
  }
  kernel.replaceAllUsesWith(changed);
  kernel.eraseFromParent();
}

}  // namespace

void ListKernels(llvm::Module& module, InstrumentedProgram& program) {
  for (const llvm::Function* kernel : AllKernels(module)) {
    KernelDescription info;
    info.name = kernel->getName().str();
    for (unsigned i = 0; i < kernel->arg_size(); ++i) {
      const std::string type = NoteText(*kernel, "kernel_arg_type", i);
      const bool image_argument = absl::StartsWith(type, "image") && absl::EndsWith(type, "_t");
      if (!info.instrumented || (!image_argument && type != "sampler_t")) continue;
      info.instrumented = false;
      info.reason = absl::StrCat("the PTX back end has no images (argument ",
                                 NoteText(*kernel, "kernel_arg_name", i), ")");
    }
    program.kernels.push_back(std::move(info));
  }
}

std::string DescribeKernels(llvm::Module& module) {
  std::string lines;
  for (const llvm::Function* kernel : KernelsOf(module)) {
    nlohmann::json group = nlohmann::json::array();
    for (unsigned d = 0; d < 3; ++d) {
      group.push_back(NoteNumber(*kernel, "reqd_work_group_size", d));
    }
    nlohmann::json arguments = nlohmann::json::array();
    for (const llvm::Argument& argument : kernel->args()) arguments.push_back(Describe(argument));
    const nlohmann::json json = {
        {"name", kernel->getName().str()}, {"group", group}, {"args", arguments}};
    absl::StrAppend(&lines, "// lockstep-kernel ", json.dump(), "\n");
  }
  return lines;
}

void UseCudaForm(llvm::Module& module) {
  for (llvm::Function* kernel : KernelsOf(module)) PassOffsets(*kernel);
  llvm::GlobalVariable* launch = module.getGlobalVariable(kLaunch);
  if (launch == nullptr) return;
  // Zero as far as the compiler can see; the loader writes it, so no load of it may be folded.
  launch->setInitializer(llvm::Constant::getNullValue(launch->getValueType()));
  launch->setExternallyInitialized(true);
  launch->setLinkage(llvm::GlobalValue::ExternalLinkage);
}

}  // namespace lockstep::instrument
