// Generic pointers, for drivers that have none, or that end the process over those that may lead to several regions:
// the driver sees pointers to named regions alone.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_GENERIC_POINTERS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_GENERIC_POINTERS_H_

#include "runtime/program/program.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Marks kernels as not instrumented whose generic pointers LowerGenericPointers cannot lower, and says which it is.
void RefuseOddGenericPointers(llvm::Module& module, InstrumentedProgram& program);

// Makes of each generic pointer one to global memory, in whose upper two bits the region stands that it leads to, and
// of each access through one that may lead to several an access for each of them.
void LowerGenericPointers(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_GENERIC_POINTERS_H_
