// The registry of our passes: what passes.def lists, as declarations and as a table.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_PASSES_H_
#define LOCKSTEP_INSTRUMENT_PASSES_PASSES_H_

#include <string_view>
#include <vector>

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

struct PipelineState;

// Changes `module`, records in `state` what later passes and the description need. Returns whether the
// module changed. A kernel it cannot handle gets `instrumented = false` and a reason in `state`.
using PassFunction = bool (*)(llvm::Module& module, PipelineState& state);

#define LOCKSTEP_PASS(name, Function, description) \
  bool Function(llvm::Module& module, PipelineState& state);
#include "instrument/passes/passes.def"

struct PassRow {
  const char* name;
  PassFunction run;
  const char* description;
};

// The passes of the pipeline, in its order.
const std::vector<PassRow>& AllPasses();

// Passes that only write what an analysis found; not part of the pipeline.
const std::vector<PassRow>& AllPrinters();

// The pass or printer called `name`; nullptr if there is none.
const PassRow* FindPass(std::string_view name);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_PASSES_H_
