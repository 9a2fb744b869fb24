// The predefined macros of a CPU target, from clang's own description of it.
#ifndef LOCKSTEP_INSTRUMENT_FRONTEND_TARGET_MACROS_H_
#define LOCKSTEP_INSTRUMENT_FRONTEND_TARGET_MACROS_H_

#include <string>

namespace lockstep::instrument {

// "#define ..." lines of `triple` and `cpu`, such as __x86_64__ and __AVX2__, which an OpenCL
// compiler on that target predefines. Empty if clang does not know the target or the CPU.
std::string TargetMacros(const std::string& triple, const std::string& cpu);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_FRONTEND_TARGET_MACROS_H_
