// print-groups: writes to stderr the group program that summarise-groups has made of every kernel, for people
// and for FileCheck.
#include "instrument/ir/kernels.h"
#include "instrument/passes/passes.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/raw_ostream.h"
#include "runtime/prune/group_text.h"

namespace lockstep::instrument {

bool PrintGroups(llvm::Module& module, PipelineState& state) {
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    const auto& program = InfoOf(*kernel, state).group_program;
    llvm::errs() << "kernel " << kernel->getName() << (program ? "\n" + GroupText(*program) : ": none\n");
  }
  return false;
}

}  // namespace lockstep::instrument
