// Only the bodies of functions that are needed are read: libclc has ten thousand.
#include "instrument/backends/ptx/library.h"

#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "instrument/backends/device_library.h"
#include "instrument/backends/kernel_removal.h"
#include "instrument/backends/ptx/printf.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace lockstep::instrument {
namespace {

bool IsMissing(const llvm::Function& function) {
  return function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() && !IsVprintf(function);
}

// A pointer to generic memory has the type of one to private memory on this target, also in the
// names of functions that take one.
void RenameGeneric(llvm::Module& module) {
  std::vector<llvm::Function*> renamed;
  for (llvm::Function& function : module) {
    if (IsMissing(function) && absl::StrContains(function.getName().str(), "PU3AS4")) {
      renamed.push_back(&function);
    }
  }
  for (llvm::Function* function : renamed) {
    const std::string name = absl::StrReplaceAll(function->getName().str(), {{"PU3AS4", "P"}});
    if (llvm::Function* same = module.getFunction(name)) {
      function->replaceAllUsesWith(same);
      function->eraseFromParent();
    } else {
      function->setName(name);
    }
  }
}

// Links what is missing in `module` from the library called `name`.
absl::Status LinkMissing(llvm::Module& module, const std::string& name) {
  const absl::StatusOr<std::string> bytes = ReadDeviceLibrary(name);
  if (!bytes.ok()) return bytes.status();
  auto library =
      llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(*bytes, name), module.getContext());
  if (!library) {
    return absl::InternalError(
        absl::StrCat(name, " cannot be read: ", llvm::toString(library.takeError())));
  }
  (*library)->setTargetTriple(module.getTargetTriple());
  (*library)->setDataLayout(module.getDataLayout());
  if (llvm::Linker::linkModules(module, std::move(*library), llvm::Linker::LinkOnlyNeeded)) {
    return absl::InternalError(absl::StrCat(name, " cannot be linked with the program"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status LinkPtxLibraries(llvm::Module& module, const char* own, InstrumentedProgram& program) {
  RenameGeneric(module);
  // Ours first: what it has is not looked for in libclc any more.
  for (const char* name : {own, "lockstep-libclc-ptx.bc"}) {
    if (absl::Status status = LinkMissing(module, name); !status.ok()) return status;
  }
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && !function.hasLocalLinkage() &&
        function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL) {
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
    if (!IsMissing(function)) continue;
    const std::string symbol = function.getName().str();
    for (const std::string& kernel : KernelsUsing(module, symbol)) {
      RefuseKernel(program, kernel, absl::StrCat("the PTX back end has no function ", llvm::demangle(symbol)));
    }
  }
  return absl::OkStatus();
}

}  // namespace lockstep::instrument
