// How a back end makes code of a finished module: the column Emit of runtime/backends/backends.def.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_EMIT_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_EMIT_H_

#include "absl/status/status.h"
#include "runtime/backends/backends.h"
#include "runtime/program/program.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Makes the module what the driver takes and writes it to `program.code`; `backend` is the row, whose quirks count;
// `optimize` false: quickly built rather than fast. A kernel that the driver could not build loses its twin and gets
// `instrumented = false` and the reason in `program`.
using EmitFunction = absl::Status (*)(const Backend& backend, llvm::Module& module, bool optimize,
                                      InstrumentedProgram& program);

#define LOCKSTEP_BACKEND(name, Emit, ...) \
  absl::Status Emit(const Backend& backend, llvm::Module& module, bool optimize, InstrumentedProgram& program);
#include "runtime/backends/backends.def"

// The function of the back end called as `backend` is.
EmitFunction EmitterOf(const Backend& backend);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_EMIT_H_
