// Takes kernels that cannot be used out of a module, so that they do not spoil the others' build.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_KERNEL_REMOVAL_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_KERNEL_REMOVAL_H_

#include <set>
#include <string>

#include "runtime/program/program.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Removes every kernel that `program` calls not instrumented, then every function and variable that
// no remaining kernel needs.
void RemoveUnusableKernels(llvm::Module& module, const InstrumentedProgram& program);

// Names of the kernel functions (calling convention spir_kernel, with a body) that reach `symbol`
// through calls or other uses.
std::set<std::string> KernelsUsing(llvm::Module& module, const std::string& symbol);

// Marks the kernel called `name` in `program` as not instrumented because of `reason`; keeps an
// earlier reason.
void RefuseKernel(InstrumentedProgram& program, const std::string& name, const std::string& reason);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_KERNEL_REMOVAL_H_
