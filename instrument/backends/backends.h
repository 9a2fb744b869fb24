// The table of back ends: what turns a finished module into code that a driver takes.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_BACKENDS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_BACKENDS_H_

#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "runtime/program/program.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Makes the module what the driver takes and writes it to `program.code`; `optimize` false: quickly built rather than
// fast. A kernel that the driver could not build loses its twin and gets `instrumented = false` and the reason in
// `program`.
using EmitFunction = absl::Status (*)(llvm::Module& module, bool optimize, InstrumentedProgram& program);

#define LOCKSTEP_BACKEND(name, triple, library, load_kind, Emit, devices) \
  absl::Status Emit(llvm::Module& module, bool optimize, InstrumentedProgram& program);
#include "instrument/backends/backends.def"

struct BackendRow {
  const char* name;
  const char* triple;
  const char* library;
  const char* load_kind;
  EmitFunction emit;
  const char* devices;
};

// All rows of backends.def.
const std::vector<BackendRow>& AllBackends();

// The row called `name`; nullptr if there is none.
const BackendRow* FindBackend(std::string_view name);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_BACKENDS_H_
