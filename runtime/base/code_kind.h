// Programs that are no text: what they are, by how they begin.
#ifndef LOCKSTEP_RUNTIME_BASE_CODE_KIND_H_
#define LOCKSTEP_RUNTIME_BASE_CODE_KIND_H_

#include <string_view>

namespace lockstep {

// LLVM bitcode, bare or in its wrapper. Source: LLVM bitcode file format, magic numbers.
bool IsBitcode(std::string_view bytes);

// SPIR-V of either byte order. Source: SPIR-V 1.6, section 2.3.
bool IsSpirv(std::string_view bytes);

// One of the two.
bool IsIntermediateCode(std::string_view bytes);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_CODE_KIND_H_
