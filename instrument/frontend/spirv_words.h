// SPIR-V of other producers than LLVM's translator, in words that the translator of every version of LLVM reads.
#ifndef LOCKSTEP_INSTRUMENT_FRONTEND_SPIRV_WORDS_H_
#define LOCKSTEP_INSTRUMENT_FRONTEND_SPIRV_WORDS_H_

#include <string>

namespace lockstep::instrument {

// The SPIR-V module `code` with the same meaning for a kernel, without what ends the translator's process though it is
// valid: null as a number, strings as decorations, notes of other debuggers, sizes of groups by id, and the like.
// `code` itself where it is not a module of this machine's byte order, or its instructions do not fill it.
std::string InKnownWords(const std::string& code);

// The name of an instruction in `code`, as InKnownWords made it, over which the translator of LLVM 15 ends the process;
// "" if there is none that is known.
std::string UnknownWord(const std::string& code);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_FRONTEND_SPIRV_WORDS_H_
