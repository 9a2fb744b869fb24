// What the pointer parameters of OpenCL C's built-in functions point to. The name of the called function says it; a
// pointer itself does not, in versions of LLVM whose pointers are opaque.
#ifndef LOCKSTEP_INSTRUMENT_IR_POINTEE_H_
#define LOCKSTEP_INSTRUMENT_IR_POINTEE_H_

#include <string_view>

namespace llvm {
class LLVMContext;
class Type;
}  // namespace llvm

namespace lockstep::instrument {

// The type, in memory, of what parameter `index` of a built-in points to: a number or a vector of numbers, through
// address space, const, volatile and _Atomic. `parameters`: the part of the mangled name behind the function's own
// (BuiltinName::parameters). nullptr if that parameter is no pointer, or one to something else.
llvm::Type* PointeeOf(std::string_view parameters, unsigned index, llvm::LLVMContext& context);

// Whether parameter `index` is the type of that name, "ocl_sampler" say.
bool IsTypeNamed(std::string_view parameters, unsigned index, std::string_view name, llvm::LLVMContext& context);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_POINTEE_H_
