// The built-in functions of OpenCL C for NVIDIA GPUs: ours and libclc's.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_PTX_LIBRARY_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_PTX_LIBRARY_H_

#include "absl/status/status.h"
#include "runtime/program/program.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Links what `module` calls from `own`, the file name of our library (device-lib/ptx) for the driver at
// hand, and else from libclc, and refuses in `program` the kernels that call what neither has. `module`
// is one of module.h.
absl::Status LinkPtxLibraries(llvm::Module& module, const char* own, InstrumentedProgram& program);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_PTX_LIBRARY_H_
