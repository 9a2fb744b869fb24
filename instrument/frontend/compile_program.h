// A whole program out of its units: each compiled or read, then linked into one module.
#ifndef LOCKSTEP_INSTRUMENT_FRONTEND_COMPILE_PROGRAM_H_
#define LOCKSTEP_INSTRUMENT_FRONTEND_COMPILE_PROGRAM_H_

#include "absl/status/statusor.h"
#include "instrument/frontend/compile.h"

namespace lockstep::instrument {

// What clBuildProgram, or clCompileProgram and clLinkProgram, make of the request's units. Errors
// as CompileOpenCl's; units that do not fit together (two definitions of one name) are the
// source's fault too.
absl::StatusOr<Compiled> CompileProgram(const Request& request, llvm::LLVMContext& context);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_FRONTEND_COMPILE_PROGRAM_H_
