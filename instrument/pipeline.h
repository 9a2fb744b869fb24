// The order of our passes over one program, and the state they hand on.
#ifndef LOCKSTEP_INSTRUMENT_PIPELINE_H_
#define LOCKSTEP_INSTRUMENT_PIPELINE_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "instrument/macro_uses.h"
#include "runtime/backends/backends.h"
#include "runtime/program/instrument_options.h"
#include "runtime/program/program.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// What the passes are given: what was asked for, and what follows from the device and from how the program is built.
struct PipelineInput {
  InstrumentOptions options;
  bool optimize = true;       // false: checks are calls of a library left unoptimised (-cl-opt-disable)
  const Backend* backend = FindBackend("pocl");  // for whose devices; passes ask it for their properties and quirks
  // Bitcode of the device library for link-device-library; nullptr: that pass does nothing.
  const std::string* device_library = nullptr;
  const MacroUses* macros = nullptr;  // of the source; nullptr: not known
};

// What the passes share while they work on one module. Kernels by name; a kernel that one pass
// finds it cannot handle gets `instrumented = false` and a reason, and later passes leave it alone.
struct PipelineState : PipelineInput {
  std::map<std::string, KernelDescription> kernels;
  // What went wrong in a pass that cannot blame a single kernel; the pipeline stops there.
  std::string error;
};

// Runs every pass over `module` (typed-pointer spir64 IR straight from clang, debug info present,
// not optimised), links the device library and leaves a module that a back end can emit. Returns what was found out
// about the kernels, in the module's order. Order of the passes and reasons stand in pipeline.cc.
absl::StatusOr<std::vector<KernelDescription>> RunPipeline(llvm::Module& module, const PipelineInput& input);

// For code that is to run as it is (lockstep-cc --emit=plain): makes instructions of the built-ins that touch memory,
// which libclc has only in part: atomics with orders and scopes, and vload and vstore on some address spaces.
absl::Status LowerForOwnBuild(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PIPELINE_H_
