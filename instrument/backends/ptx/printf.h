// printf as the CUDA driver's system function vprintf.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_PTX_PRINTF_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_PTX_PRINTF_H_

#include <string>

#include "runtime/program/program.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Lowers the calls of printf in `module`, which still has the address spaces of spir64. Kernels that reach one whose
// format is not known, or which vprintf cannot print, are refused in `program`; the call is left there.
void LowerPrintf(llvm::Module& module, InstrumentedProgram& program);

// Whether `function` is that system function, which the driver supplies.
bool IsVprintf(const llvm::Function& function);

// Makes its declaration in `code` one of a function that the driver links: LLVM 15 to 19 write `.extern` in the CUDA
// form only, and without it ptxas makes the symbol local.
void DeclareVprintfExternal(std::string& code);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_PTX_PRINTF_H_
