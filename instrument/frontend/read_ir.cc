// Reads LLVM bitcode and SPIR-V. Sources: SPIR 1.2/2.0 specification, section 2 (metadata of
// kernels); SPIR-V 1.6, section 2.3 (magic number). SPIR-V is translated with Khronos' LLVM
// translator, into the built-in functions of OpenCL C 2.0, which keep order and scope of atomics.
#include "instrument/frontend/read_ir.h"

#include <sstream>
#include <utility>

#include "LLVMSPIRVLib/LLVMSPIRVLib.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "instrument/frontend/build_options.h"
#include "instrument/frontend/listing_positions.h"
#include "instrument/frontend/spirv_words.h"
#include "instrument/ir/llvm_versions.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace lockstep::instrument {
namespace {

using ModuleOr = absl::StatusOr<std::unique_ptr<llvm::Module>>;

bool IsBitcode(const std::string& bytes) {
  return llvm::identify_magic(bytes) == llvm::file_magic::bitcode;
}

// A magic number of either byte order.
bool IsSpirv(const std::string& bytes) {
  return bytes.size() >= 20 && bytes.size() % 4 == 0 &&
         (bytes.compare(0, 4, "\x03\x02\x23\x07") == 0 ||
          bytes.compare(0, 4, "\x07\x23\x02\x03") == 0);
}

ModuleOr ReadBitcode(const Unit& unit, llvm::LLVMContext& context) {
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(unit.code, unit.name), context);
  if (module) return std::move(*module);
  const std::string text = llvm::toString(module.takeError());
  // PoCL 3.1 takes these; LLVM 15, which its twins want, is used with typed pointers.
  if (llvm::StringRef(text).contains_insensitive("opaque pointer")) {
    return absl::UnimplementedError(absl::StrCat(unit.name, " has LLVM's opaque pointers"));
  }
  return absl::InvalidArgumentError(absl::StrCat("error: ", unit.name, ": ", text, "\n"));
}

// The translator gives the atomics of OpenCL C 1.x, which reach the whole device, the scope of a
// work-group; in code made from those versions there are no others.
void WidenOldAtomics(llvm::Module& module) {
  const llvm::NamedMDNode* source = module.getNamedMetadata("opencl.ocl.version");
  if (source == nullptr || source->getNumOperands() != 1) return;
  auto* major = llvm::mdconst::dyn_extract<llvm::ConstantInt>(source->getOperand(0)->getOperand(0));
  if (major == nullptr || major->getZExtValue() != 1) return;
  constexpr uint64_t kWorkGroup = 1, kDevice = 2;  // memory_scope of OpenCL C
  for (llvm::Function& function : module) {
    const llvm::StringRef name = function.getName();
    if (!name.contains("atomic_") || !name.contains("12memory_scope")) continue;
    for (llvm::User* user : function.users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call == nullptr || call->arg_empty()) continue;
      llvm::Value* last = call->getArgOperand(call->arg_size() - 1);
      auto* scope = llvm::dyn_cast<llvm::ConstantInt>(last);
      if (scope == nullptr || scope->getZExtValue() != kWorkGroup) continue;
      call->setArgOperand(call->arg_size() - 1,
                          llvm::ConstantInt::get(scope->getType(), kDevice));
    }
  }
}

ModuleOr ReadSpirv(const Unit& unit, llvm::LLVMContext& context) {
  SPIRV::TranslatorOpts options;
  options.enableAllExtensions();
  options.setDesiredBIsRepresentation(SPIRV::BIsRepresentation::OpenCL20);
  const std::string code = InKnownWords(unit.code);
  if (const std::string word = kTypedPointers ? UnknownWord(code) : ""; !word.empty()) {
    return absl::UnimplementedError(
        absl::StrCat(unit.name, " has the SPIR-V instruction ", word, ", which LLVM's translator does not read"));
  }
  std::istringstream bytes(code);
  llvm::Module* module = nullptr;
  std::string error;
  if (!llvm::readSpirv(context, options, bytes, module, error)) {
    return absl::InvalidArgumentError(absl::StrCat("error: ", unit.name, ": ", error, "\n"));
  }
  WidenOldAtomics(*module);
  return std::unique_ptr<llvm::Module>(module);
}

// SPIR 1.2 lists the kernels in the module, `!{void (...)* @k, !{!"kernel_arg_addr_space", ...}}`;
// clang today, and our passes, expect each list at its function.
void MoveKernelMetadata(llvm::Module& module) {
  llvm::NamedMDNode* kernels = module.getNamedMetadata("opencl.kernels");
  if (kernels == nullptr) return;
  for (llvm::MDNode* kernel : kernels->operands()) {
    if (kernel->getNumOperands() == 0) continue;
    auto* function = llvm::mdconst::dyn_extract_or_null<llvm::Function>(kernel->getOperand(0));
    if (function == nullptr) continue;
    function->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
    for (unsigned i = 1; i < kernel->getNumOperands(); ++i) {
      auto* list = llvm::dyn_cast_or_null<llvm::MDNode>(kernel->getOperand(i).get());
      if (list == nullptr || list->getNumOperands() == 0) continue;
      auto* name = llvm::dyn_cast_or_null<llvm::MDString>(list->getOperand(0).get());
      if (name == nullptr || function->hasMetadata(name->getString())) continue;
      std::vector<llvm::Metadata*> values(list->op_begin() + 1, list->op_end());
      function->setMetadata(name->getString(), llvm::MDNode::get(module.getContext(), values));
    }
  }
  kernels->eraseFromParent();
}

}  // namespace

absl::StatusOr<Compiled> ReadIr(const Unit& unit, llvm::LLVMContext& context) {
  PrepareContext(context);
  ModuleOr module = absl::InvalidArgumentError(
      absl::StrCat("error: ", unit.name, " is neither LLVM bitcode nor SPIR-V\n"));
  if (IsBitcode(unit.code)) {
    module = ReadBitcode(unit, context);
  } else if (IsSpirv(unit.code)) {
    module = ReadSpirv(unit, context);
  }
  if (!module.ok()) return module.status();
  const llvm::Triple triple((*module)->getTargetTriple());
  if (triple.getArch() != llvm::Triple::spir64) {
    return absl::UnimplementedError(
        absl::StrCat(unit.name, " is code for ", triple.str(), ", not for spir64"));
  }
  if (llvm::verifyModule(**module)) {
    return absl::InvalidArgumentError(absl::StrCat("error: ", unit.name, " is not valid code\n"));
  }
  MoveKernelMetadata(**module);
  AddListingPositions(**module, unit.name);
  Compiled compiled;
  compiled.module = *std::move(module);
  const BuildOptions options = ParseBuildOptions(unit.options);
  if (options.denorms_are_zero) compiled.build_options = kDenormsAreZero;
  compiled.optimize = options.optimize;
  return compiled;
}

}  // namespace lockstep::instrument
