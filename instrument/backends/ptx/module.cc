// Copies a module function by function through a mapping of its types.
#include "instrument/backends/ptx/module.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "instrument/ir/builtin_name.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/llvm_versions.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace lockstep::instrument {
namespace {

constexpr char kLayout[] = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64";

// spir64's address spaces as NVPTX's, also within other types; and its events, which the libraries' functions take as
// pointers, since no memory is behind them.
class AddressSpaces : public llvm::ValueMapTypeRemapper {
 public:
  llvm::Type* remapType(llvm::Type* type) override {
    const auto known = mapped_.find(type);
    if (known != mapped_.end()) return known->second;
    return mapped_[type] = Map(type);
  }

 private:
  llvm::Type* Map(llvm::Type* type) {
    if (auto* pointer = llvm::dyn_cast<llvm::PointerType>(type)) {
      return llvm::PointerType::get(type->getContext(), SpaceFor(pointer->getAddressSpace()));
    }
    if (IsEventType(type)) return llvm::PointerType::get(type->getContext(), kPtxGeneric);
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      return llvm::ArrayType::get(remapType(array->getElementType()), array->getNumElements());
    }
    if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
      return llvm::FixedVectorType::get(remapType(vector->getElementType()),
                                        vector->getNumElements());
    }
    if (auto* function = llvm::dyn_cast<llvm::FunctionType>(type)) {
      return llvm::FunctionType::get(remapType(function->getReturnType()),
                                     MapAll(function->params()), function->isVarArg());
    }
    auto* structure = llvm::dyn_cast<llvm::StructType>(type);
    if (structure == nullptr || structure->isOpaque()) return type;
    // With opaque pointers no structure contains itself.
    const std::vector<llvm::Type*> elements = MapAll(structure->elements());
    if (structure->elements().equals(elements)) return type;
    if (structure->isLiteral()) {
      return llvm::StructType::get(type->getContext(), elements, structure->isPacked());
    }
    return llvm::StructType::create(elements, structure->getName(), structure->isPacked());
  }

  std::vector<llvm::Type*> MapAll(llvm::ArrayRef<llvm::Type*> types) {
    std::vector<llvm::Type*> result;
    for (llvm::Type* type : types) result.push_back(remapType(type));
    return result;
  }

  static unsigned SpaceFor(unsigned space) {
    switch (space) {
      case kGlobal:
      case kConstant:
        return kPtxGlobal;
      case kLocal:
        return kPtxShared;
      default:
        return kPtxGeneric;
    }
  }

  llvm::DenseMap<llvm::Type*, llvm::Type*> mapped_;
};

// Casts between spaces that are one now.
void DropIdleCasts(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(&instruction);
    if (cast == nullptr || cast->getSrcTy() != cast->getDestTy()) continue;
    cast->replaceAllUsesWith(cast->getPointerOperand());
    cast->eraseFromParent();
  }
}

class Copier {
 public:
  Copier(const llvm::Module& from, const char* triple)
      : from_(from), to_(new llvm::Module(from.getModuleIdentifier(), from.getContext())) {
    to_->setTargetTriple(triple);
    to_->setDataLayout(kLayout);
  }

  std::unique_ptr<llvm::Module> Copy() {
    for (const llvm::GlobalVariable& variable : from_.globals()) Declare(variable);
    for (const llvm::Function& function : from_) Declare(function);
    for (const llvm::GlobalVariable& variable : from_.globals()) {
      if (!variable.hasInitializer()) continue;
      llvm::cast<llvm::GlobalVariable>(values_[&variable])
          ->setInitializer(
              llvm::MapValue(variable.getInitializer(), values_, llvm::RF_None, &spaces_));
    }
    for (const llvm::Function& function : from_) {
      if (!function.isDeclaration()) CopyBody(function);
    }
    // Among them the note on how far scopes reach (ir/remote_scope.h).
    for (const llvm::NamedMDNode& node : from_.named_metadata()) {
      llvm::NamedMDNode* copy = to_->getOrInsertNamedMetadata(node.getName());
      for (const llvm::MDNode* operand : node.operands()) {
        copy->addOperand(llvm::MapMetadata(operand, values_, llvm::RF_None, &spaces_));
      }
    }
    return std::move(to_);
  }

 private:
  void Declare(const llvm::GlobalVariable& variable) {
    auto* type = llvm::cast<llvm::PointerType>(spaces_.remapType(variable.getType()));
    auto* copy = new llvm::GlobalVariable(
        *to_, spaces_.remapType(variable.getValueType()), variable.isConstant(),
        variable.getLinkage(), /*Initializer=*/nullptr, variable.getName(),
        /*InsertBefore=*/nullptr, llvm::GlobalValue::NotThreadLocal, type->getAddressSpace());
    copy->copyAttributesFrom(&variable);
    values_[&variable] = copy;
  }

  void Declare(const llvm::Function& function) {
    auto* type = llvm::cast<llvm::FunctionType>(spaces_.remapType(function.getFunctionType()));
    // The address spaces are part of an intrinsic's name.
    const llvm::Intrinsic::ID intrinsic = function.getIntrinsicID();
    auto* copy = llvm::Function::Create(type, function.getLinkage(), function.getName(), *to_);
    copy->copyAttributesFrom(&function);
    if (intrinsic != llvm::Intrinsic::not_intrinsic) {
      if (auto renamed = llvm::Intrinsic::remangleIntrinsicFunction(copy)) {
        copy->eraseFromParent();
        copy = *renamed;
      }
    }
    values_[&function] = copy;
  }

  void CopyBody(const llvm::Function& function) {
    auto* copy = llvm::cast<llvm::Function>(values_[&function]);
    for (unsigned i = 0; i < function.arg_size(); ++i) {
      copy->getArg(i)->setName(function.getArg(i)->getName());
      values_[function.getArg(i)] = copy->getArg(i);
    }
    MapEventConstants(function);
    llvm::SmallVector<llvm::ReturnInst*, 8> returns;
    llvm::CloneFunctionInto(copy, &function, values_,
                            llvm::CloneFunctionChangeType::DifferentModule, returns, "",
                            /*CodeInfo=*/nullptr, &spaces_);
    DropIdleCasts(*copy);
  }

  // LLVM's mapping gives a constant of a type of its own no other type.
  void MapEventConstants(const llvm::Function& function) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      for (const llvm::Use& operand : instruction.operands()) {
        if (!llvm::isa<llvm::Constant>(operand) || !IsEventType(operand->getType())) continue;
        values_[operand] = llvm::Constant::getNullValue(spaces_.remapType(operand->getType()));
      }
    }
  }

  const llvm::Module& from_;
  std::unique_ptr<llvm::Module> to_;
  AddressSpaces spaces_;
  llvm::ValueToValueMapTy values_;
};

// Bytes to which a number or a vector of them is aligned that OpenCL C calls `name` ("float4"); 1 for other types.
uint64_t AlignmentOf(std::string_view name) {
  const NumberedName type = SplitNumber(name);
  constexpr std::pair<std::string_view, uint64_t> kSizes[] = {{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2},
                                                              {"half", 2}, {"int", 4},   {"uint", 4},  {"float", 4},
                                                              {"long", 8}, {"ulong", 8}, {"double", 8}};
  for (const auto& [stem, size] : kSizes) {
    if (stem == type.stem) return size * (type.number == 3 ? 4 : type.number);
  }
  return 1;
}

// The driver learns from the signature how a pointer's memory is aligned. clang says so at each argument; of code that
// was made by others the description of the arguments does.
void AlignPointerArguments(llvm::Module& module) {
  for (llvm::Function* kernel : AllKernels(module)) {
    for (llvm::Argument& argument : kernel->args()) {
      if (!argument.getType()->isPointerTy() || argument.getParamAlign()) continue;
      const std::string type = ArgumentText(*kernel, "kernel_arg_base_type", argument.getArgNo());
      if (type.empty() || type.back() != '*') continue;
      const uint64_t bytes = AlignmentOf(std::string_view(type).substr(0, type.size() - 1));
      if (bytes == 1) continue;
      argument.addAttr(llvm::Attribute::getWithAlignment(module.getContext(), llvm::Align(bytes)));
    }
  }
}

// What reqd_work_group_size says, for the code generator.
void RequireGroupSize(llvm::Function& kernel, llvm::NamedMDNode& annotations) {
  const llvm::MDNode* sizes = kernel.getMetadata("reqd_work_group_size");
  if (sizes == nullptr || sizes->getNumOperands() != 3) return;
  constexpr const char* kNames[] = {"reqntidx", "reqntidy", "reqntidz"};
  for (unsigned d = 0; d < 3; ++d) {
    annotations.addOperand(llvm::MDNode::get(
        kernel.getContext(),
        {llvm::ValueAsMetadata::get(&kernel),
         llvm::MDString::get(kernel.getContext(), kNames[d]), sizes->getOperand(d).get()}));
  }
}

}  // namespace

absl::StatusOr<std::unique_ptr<llvm::Module>> ToPtxModule(llvm::Module& module,
                                                          llvm::LLVMContext& context,
                                                          const char* triple) {
  AlignPointerArguments(module);
  llvm::StripDebugInfo(module);
  std::string code;
  {
    llvm::raw_string_ostream stream(code);
    llvm::WriteBitcodeToFile(module, stream);
  }
  auto opaque = llvm::parseBitcodeFile(llvm::MemoryBufferRef(code, "module"), context);
  if (!opaque) {
    return absl::InternalError(
        absl::StrCat("cannot be read back: ", llvm::toString(opaque.takeError())));
  }
  return Copier(**opaque, triple).Copy();
}

void FinishPtxKernels(llvm::Module& module) {
  llvm::NamedMDNode* annotations = module.getOrInsertNamedMetadata("nvvm.annotations");
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
      function.setCallingConv(llvm::CallingConv::PTX_Kernel);
      RequireGroupSize(function, *annotations);
    } else if (function.getCallingConv() == llvm::CallingConv::SPIR_FUNC) {
      function.setCallingConv(llvm::CallingConv::C);
    }
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call != nullptr && call->getCallingConv() == llvm::CallingConv::SPIR_FUNC) {
        call->setCallingConv(llvm::CallingConv::C);
      }
    }
  }
}

}  // namespace lockstep::instrument
