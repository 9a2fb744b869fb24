// What rusticl, Mesa's OpenCL, makes wrong or cannot compile, on any of its devices.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_RUSTICL_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_RUSTICL_H_

#include "runtime/program/program.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// rusticl takes the members of packed structures to lie where they would without packing if their
// addresses become numbers, as they do for checks. So those are computed in bytes.
void UseBytesInPackedStructures(llvm::Module& module);

// rusticl ends the process over addresses behind an array's last element, as LLVM makes them to reach what lies behind
// a structure's last member when it copies the whole. So those are computed in bytes.
void UseBytesPastArrays(llvm::Module& module);

// What rusticl needs to compile a kernel grows with the square of its basic blocks, inlined ones counted: beyond some
// an application would stand still for minutes.
void RefuseLargeKernels(llvm::Module& module, InstrumentedProgram& program);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_RUSTICL_H_
