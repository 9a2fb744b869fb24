// Integers of widths that SPIR-V has not: LLVM makes one of three or seven neighbouring bytes that a program copies.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_ODD_WIDTHS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_ODD_WIDTHS_H_

namespace llvm {
class Module;
class Type;
}  // namespace llvm

namespace lockstep::instrument {

// Whether that is an integer, or a vector of ones, that SPIR-V has not.
bool IsOddInteger(const llvm::Type* type);

// Computes with such integers of up to 64 bits in the next wider that SPIR-V has, and moves them from and to memory in
// pieces. A function in which one is used in another way stays as it is.
void WidenOddIntegers(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_ODD_WIDTHS_H_
