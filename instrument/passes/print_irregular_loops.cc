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

// "arg:0", "local:tile", "variable:total", or "unknown".
std::string RootText(const Site& site, const KernelDescription& info) {
  if (!site.Root()) return "unknown";
  size_t number = *site.Root();
  if (number < info.args.size()) return "arg:" + std::to_string(number);
  number -= info.args.size();
  if (number < info.locals.size()) return "local:" + info.locals[number].name;
  return "variable:" + info.variables[number - info.locals.size()].name;
}

// "read arg:0 7:12".
std::string SideText(const Site& site, const KernelDescription& info) {
  return std::string(WordOf(site.op)) + " " + RootText(site, info) + " " + At(site);
}

}  // namespace

bool PrintIrregularLoops(llvm::Module& module, PipelineState& state) {
  FindIrregularLoops(module, state);
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    const KernelDescription& info = InfoOf(*kernel, state);
    llvm::errs() << "kernel " << info.name << (info.loops_unknown ? ": irreducible" : "") << "\n";
    for (const IrregularLoop& loop : info.irregular_loops) {
      llvm::errs() << "  loop " << At(loop.loop) << "\n";
      for (const LoopPair& pair : loop.pairs) {
        llvm::errs() << "    " << SideText(pair.read, info) << ", " << SideText(pair.write, info)
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
