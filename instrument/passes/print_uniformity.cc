// print-uniformity: writes to stderr what the uniformity analysis answers for every branch and
// barrier of every kernel, one line each, for people and for FileCheck.
#include "instrument/analysis/uniformity.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/positions.h"
#include "instrument/passes/passes.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::instrument {
namespace {

void PrintLine(const char* what, const llvm::Instruction& at, const std::string& file,
               const std::optional<DivergenceCause>& cause, const std::string& why = "") {
  llvm::errs() << "  " << what;
  if (const llvm::DebugLoc& location = at.getDebugLoc()) {
    llvm::errs() << " " << location.getLine() << ":" << location.getCol();
  }
  llvm::errs() << (cause ? ": divergent: " + Describe(*cause, file) : ": uniform")
               << (why.empty() ? "" : ": decided by ") << why << "\n";
}

}  // namespace

bool PrintUniformity(llvm::Module& module, PipelineState& state) {
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    const Uniformity uniformity(*kernel, !ChecksAll(state.options.variant));
    const std::string file = FileOf(*kernel);
    llvm::errs() << "kernel " << kernel->getName()
                 << (uniformity.irreducible() ? ": irreducible" : "") << "\n";
    for (llvm::BasicBlock& block : *kernel) {
      for (llvm::Instruction& instruction : block) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (call != nullptr && IsBarrier(*call)) {
          PrintLine("barrier", instruction, file, uniformity.Before(instruction));
          if (auto flags = uniformity.AtFlags(*call)) PrintLine("flags", instruction, file, flags);
        } else if (instruction.isTerminator() && instruction.getNumSuccessors() > 1) {
          PrintLine("branch", instruction, file, uniformity.AtBranch(instruction),
                    uniformity.WhyUniform(instruction));
        }
      }
    }
  }
  return false;
}

}  // namespace lockstep::instrument
