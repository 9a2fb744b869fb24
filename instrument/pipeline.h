// The order of our passes over one program, and the state they hand on.
#ifndef LOCKSTEP_INSTRUMENT_PIPELINE_H_
#define LOCKSTEP_INSTRUMENT_PIPELINE_H_

#include <map>
#include <string>

#include "absl/status/status.h"
#include "instrument/image.h"
#include "instrument/macro_uses.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// What the passes share while they work on one module. Kernels by name; a kernel that one pass
// finds it cannot handle gets `instrumented = false` and a reason, and later passes leave it alone.
struct PipelineState {
  std::string variant = "default";  // docs/abi.md, section 5
  bool lockstep = false;            // work-items advance in lock step: compare what they write together
  bool watch = false;               // the host may end launches: --launch-timeout
  bool optimize = true;             // false: checks are calls of a library left unoptimised
  bool merge_checks = true;         // false: every access is checked for itself
  bool races = true;                // false: accesses are not checked, only barriers
  bool serial_groups = true;        // the device runs a group's work-items one after the other
  bool loops_end = false;           // the driver ends loops after so many iterations
  bool all_barriers = false;        // transform kernels with provably uniform barriers too
  std::map<std::string, KernelInfo> kernels;
  // Bitcode of the device library for link-device-library; nullptr: that pass does nothing.
  const std::string* device_library = nullptr;
  const MacroUses* macros = nullptr;  // of the source; nullptr: not known
  // What went wrong in a pass that cannot blame a single kernel; the pipeline stops there.
  std::string error;
};

// Runs every pass over `module` (typed-pointer spir64 IR straight from clang, debug info present,
// not optimised), links `device_library` (bitcode bytes) and leaves a module that a back end can
// emit. Fills `image.kernels`; `macros`: where the source uses some. Order and reasons stand in pipeline.cc.
absl::Status RunPipeline(llvm::Module& module, const std::string& device_library, const MacroUses& macros,
                         Image& image);

// For code that is to run as it is (lockstep-cc --emit=plain): makes instructions of the built-ins that touch memory,
// which libclc has only in part: atomics with orders and scopes, and vload and vstore on some address spaces.
absl::Status LowerForOwnBuild(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PIPELINE_H_
