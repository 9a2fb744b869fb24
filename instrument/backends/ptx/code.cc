// LLVM's optimiser and NVPTX code generator.
#include "instrument/backends/ptx/code.h"

#include <memory>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "instrument/backends/ptx/registers.h"
#include "instrument/ir/analyses.h"
#include "instrument/ir/llvm_versions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"

// llvm/Support/TargetSelect.h would want all targets of this LLVM.
extern "C" void LLVMInitializeNVPTXTargetInfo();
extern "C" void LLVMInitializeNVPTXTarget();
extern "C" void LLVMInitializeNVPTXTargetMC();
extern "C" void LLVMInitializeNVPTXAsmPrinter();

namespace lockstep::instrument {
namespace {

constexpr char kProcessor[] = "sm_70";
constexpr char kFeatures[] = "+ptx70";

void Optimize(llvm::Module& module, llvm::TargetMachine& machine, bool optimize) {
  Analyses analyses(&machine);
  // Without optimisation what must be inlined still is: libclc is written of such functions.
  llvm::ModulePassManager manager = optimize
                                        ? analyses.builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
                                        : analyses.builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0);
  manager.run(module, analyses.modules);
}

}  // namespace

absl::StatusOr<std::string> PtxOf(llvm::Module& module, bool optimize, bool checked) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  std::string error;
  const llvm::Target* target =
      llvm::TargetRegistry::lookupTarget(module.getTargetTriple(), error);
  if (target == nullptr) return absl::InternalError(error);
  const std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(module.getTargetTriple(), kProcessor, kFeatures, llvm::TargetOptions(),
                                  llvm::Reloc::PIC_, {}, optimize ? kOptimizedCode : kUnoptimizedCode));
  if (!machine) return absl::InternalError("LLVM makes no target machine for PTX");
  Optimize(module, *machine, optimize);
  std::unique_ptr<llvm::Module> bounded;
  if (optimize && checked) {
    BoundRegisters(module);
    // Of this module the target may have read its annotations, which it remembers for good (LLVM 19's does).
    bounded = llvm::CloneModule(module);
  }
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, stream, /*DwoOut=*/nullptr, kAssemblyFile)) {
    return absl::InternalError("LLVM's NVPTX target writes no PTX");
  }
  passes.run(bounded ? *bounded : module);
  return text.str().str();
}

}  // namespace lockstep::instrument
