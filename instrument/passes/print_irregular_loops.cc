// print-irregular-loops: writes to stderr what find-irregular-loops notes, one line for each loop and one
// for each pair of a read and a write, for people and for FileCheck.
#include "instrument/ir/kernels.h"
#include "instrument/passes/passes.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::instrument {
namespace {

std::string At(const Site& site) {
  return std::to_string(site.position.line) + ":" + std::to_string(site.position.column);
}

}  // namespace

bool PrintIrregularLoops(llvm::Module& module, PipelineState& state) {
  FindIrregularLoops(module, state);
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    const KernelInfo& info = InfoOf(*kernel, state);
    llvm::errs() << "kernel " << info.name << (info.loops_unknown ? ": irreducible" : "") << "\n";
    for (const IrregularLoop& loop : info.irregular_loops) {
      llvm::errs() << "  loop " << At(loop.loop) << "\n";
      for (const LoopPair& pair : loop.pairs) {
        llvm::errs() << "    " << pair.read.op << " " << pair.read.root << " " << At(pair.read)
                     << ", " << pair.write.op << " " << pair.write.root << " " << At(pair.write)
                     << (pair.in_loop     ? ", in the loop"
                         : pair.together ? ""
                                         : ", a barrier between")
                     << (pair.waits ? ", waits" : "");
        if (pair.fixed_ids != 0) llvm::errs() << ", fixed ids " << pair.fixed_ids;
        llvm::errs() << "\n";
      }
    }
  }
  return false;
}

}  // namespace lockstep::instrument
