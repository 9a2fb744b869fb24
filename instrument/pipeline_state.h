// What our passes over one program are given, and what they hand on to each other.
#ifndef LOCKSTEP_INSTRUMENT_PIPELINE_STATE_H_
#define LOCKSTEP_INSTRUMENT_PIPELINE_STATE_H_

#include <map>
#include <string>

#include "absl/status/status.h"
#include "instrument/macro_uses.h"
#include "runtime/backends/backends.h"
#include "runtime/program/instrument_options.h"
#include "runtime/program/program.h"

namespace lockstep::instrument {

// What the passes are given: what was asked for, and what follows from the device and from how the program is built.
struct PipelineInput {
  InstrumentOptions options;
  bool optimize = true;       // false: checks are calls of a library left unoptimised (-cl-opt-disable)
  const Backend* backend = FindBackend("pocl");  // for whose devices; passes ask it for their properties and quirks
  // Bitcode of the device library for link-device-library; nullptr: that pass does nothing.
  const std::string* device_library = nullptr;
  // The same for programs with a kernel whose work-items may part; nullptr: device_library does for them, too.
  const std::string* parting_library = nullptr;
  const MacroUses* macros = nullptr;  // of the source; nullptr: not known
};

// What the passes share while they work on one module. Kernels by name; a kernel that one pass
// finds it cannot handle gets `instrumented = false` and a reason, and later passes leave it alone.
struct PipelineState : PipelineInput {
  std::map<std::string, KernelDescription> kernels;
  // Not ok: what went wrong in a pass that cannot blame a single kernel; the pipeline stops there.
  absl::Status status;
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PIPELINE_STATE_H_
