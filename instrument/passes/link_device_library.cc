// link-device-library: brings in what the inserted calls need, and nothing else visible.
//
// Afterwards the library's functions are internal to the module, its small functions are inlined
// where they are called, and the operations it leaves to the back end are instructions. Where the twin may call the
// resident library, what that has is called there.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "instrument/ir/calls_of.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/llvm_versions.h"
#include "instrument/passes/call_resident.h"
#include "instrument/passes/called_form.h"
#include "instrument/passes/device_operations.h"
#include "instrument/passes/passes.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace lockstep::instrument {
namespace {

constexpr char kPrefix[] = "__lockstep_";

// Where the linker found other pointer types in the library than in the module, it calls through
// a cast, which no inliner sees through: cast the arguments instead.
void CallDirectly(llvm::Module& module) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& instruction : block) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (call == nullptr || call->getCalledFunction() != nullptr) continue;
        auto* callee =
            llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCasts());
        if (callee != nullptr && StartsWith(callee->getName(), kPrefix)) calls.push_back(call);
      }
    }
  }
  for (llvm::CallInst* call : calls) {
    auto* callee = llvm::cast<llvm::Function>(call->getCalledOperand()->stripPointerCasts());
    llvm::IRBuilder<> builder(call);
    for (unsigned i = 0; i < call->arg_size(); ++i) {
      call->setArgOperand(
          i, builder.CreateBitCast(call->getArgOperand(i), callee->getArg(i)->getType()));
    }
    call->setCalledFunction(callee);
  }
}

bool InlineLibraryCalls(llvm::Module& module) {
  bool changed = false;
  for (bool again = true; again;) {
    again = false;
    std::vector<llvm::CallInst*> calls;
    for (llvm::Function& function : module) {
      if (!function.hasFnAttribute(llvm::Attribute::AlwaysInline)) continue;
      for (llvm::CallInst* call : CallsOf(function)) {
        if (!call->hasFnAttr(llvm::Attribute::NoInline)) calls.push_back(call);
      }
    }
    for (llvm::CallInst* call : calls) {
      again |= InlineCall(*call);
    }
    changed |= again;
  }
  return changed;
}

// An application that turns optimisation off (-cl-opt-disable) wants quick builds, and the library
// is most of a small kernel's code and half of its compile time. Kernels stay as they are: drivers
// make work-groups of them with passes that skip what is marked so.
void LeaveUnoptimized(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.use_empty() || !function.hasLocalLinkage()) continue;
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL) continue;
    function.removeFnAttr(llvm::Attribute::AlwaysInline);
    function.addFnAttr(llvm::Attribute::NoInline);
    function.addFnAttr(llvm::Attribute::OptimizeNone);
  }
}

// Whether Quirk::kPrintingCallers is met. At what kernels themselves call by address the driver does not look so.
bool Prints(const llvm::Module& module) {
  const llvm::Function* printf = module.getFunction("printf");
  return printf != nullptr && !printf->use_empty();
}

// Whether some kernel's barriers, or those of its sub-groups, order not all of a group alike.
bool MayPart(const PipelineState& state) {
  return std::any_of(state.kernels.begin(), state.kernels.end(), [](const auto& kernel) {
    const KernelDescription& info = kernel.second;
    return info.instrumented && (info.transformed || info.fixed_parts);
  });
}

}  // namespace

bool LinkDeviceLibrary(llvm::Module& module, PipelineState& state) {
  if (state.device_library == nullptr) return false;
  const bool parting = state.parting_library != nullptr && MayPart(state);
  const llvm::MemoryBufferRef buffer(parting ? *state.parting_library : *state.device_library, "lockstep-device.bc");
  llvm::Expected<std::unique_ptr<llvm::Module>> library =
      llvm::parseBitcodeFile(buffer, module.getContext());
  if (!library) {
    state.status = absl::InternalError("device library: " + llvm::toString(library.takeError()));
    return false;
  }
  llvm::StripDebugInfo(**library);
  // The program's flags decide, not those of the library's own compilation.
  for (const char* name : {"opencl.ocl.version", "opencl.spir.version", "llvm.ident"}) {
    if (llvm::NamedMDNode* node = (*library)->getNamedMetadata(name)) node->eraseFromParent();
  }
  (*library)->setTargetTriple(module.getTargetTriple());
  (*library)->setDataLayout(module.getDataLayout());
  std::vector<std::string> defined;
  for (const llvm::Function& function : **library) {
    if (!function.isDeclaration()) defined.push_back(function.getName().str());
  }
  if (llvm::Linker::linkModules(module, std::move(*library), llvm::Linker::LinkOnlyNeeded)) {
    state.status = absl::InternalError("device library: cannot be linked with the program");
    return false;
  }
  CallDirectly(module);
  for (const std::string& name : defined) {
    llvm::Function* function = module.getFunction(name);
    if (function == nullptr || function->isDeclaration()) continue;
    function->setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  const bool copies = std::any_of(state.kernels.begin(), state.kernels.end(),
                                  [](const auto& kernel) { return kernel.second.async_copies; });
  LowerDeviceOperations(module, state.options.lockstep, copies);
  UseCalledForms(module);
  InlineLibraryCalls(module);
  const bool kernels_alone = state.backend->Has(Quirk::kPrintingCallers) && Prints(module);
  if (state.options.resident) CallResident(module, kernels_alone);
  if (!state.optimize) LeaveUnoptimized(module);
  return true;
}

}  // namespace lockstep::instrument
