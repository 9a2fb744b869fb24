// Pointer types that SPIR-V, or a driver's reading of it, has no use for.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_POINTERS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_POINTERS_H_

#include "llvm/IR/Module.h"

namespace lockstep::instrument {

// Events are pointers to an opaque structure, of which the translator makes OpTypeEvent, which no number converts to.
// Where asynchronous copies are made by the device library, events are its numbers: pointers to a byte.
void UseNumbersForEvents(llvm::Module& module);

// A pointer made generic and then what it was is that pointer:
//   addrspacecast (addrspacecast T addrspace(N)* p to addrspace(4)*) to addrspace(N)*   =>   p
void FoldGenericCasts(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_POINTERS_H_
