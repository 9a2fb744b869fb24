// Programs that an application brings in an intermediate language: LLVM bitcode (SPIR) or SPIR-V.
#ifndef LOCKSTEP_INSTRUMENT_FRONTEND_READ_IR_H_
#define LOCKSTEP_INSTRUMENT_FRONTEND_READ_IR_H_

#include "absl/status/statusor.h"
#include "instrument/frontend/compile.h"

namespace lockstep::instrument {

// Reads `unit.code` as a module that looks like the front end's own: kernel arguments described by
// metadata of the function, a position for every instruction. Errors: InvalidArgument if it is
// neither bitcode nor SPIR-V or is damaged; Unimplemented for code that is not for 64-bit SPIR.
absl::StatusOr<Compiled> ReadIr(const Unit& unit, llvm::LLVMContext& context);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_FRONTEND_READ_IR_H_
