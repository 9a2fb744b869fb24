// The order of our passes over one program.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_PIPELINE_H_
#define LOCKSTEP_INSTRUMENT_PASSES_PIPELINE_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "instrument/pipeline_state.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Runs every pass over `module` (typed-pointer spir64 IR straight from clang, debug info present,
// not optimised), links the device library and leaves a module that a back end can emit. Returns what was found out
// about the kernels, in the module's order. Order of the passes and reasons stand in pipeline.cc.
absl::StatusOr<std::vector<KernelDescription>> RunPipeline(llvm::Module& module, const PipelineInput& input);

// For code that is to run as it is (lockstep-cc --emit=plain): makes instructions of the built-ins that touch memory,
// which libclc has only in part: atomics with orders and scopes, and vload and vstore on some address spaces. A
// component of a vector is written alone: whoever writes its neighbour meanwhile loses nothing.
absl::Status LowerForOwnBuild(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_PIPELINE_H_
