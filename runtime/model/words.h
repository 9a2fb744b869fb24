// What texts call work-items, places and flags.
#ifndef LOCKSTEP_RUNTIME_MODEL_WORDS_H_
#define LOCKSTEP_RUNTIME_MODEL_WORDS_H_

#include <string>

#include "runtime/model/finding.h"

namespace lockstep {

// "(5, 0)" for a two-dimensional launch, "5" for a one-dimensional one.
std::string IdText(const Launch& launch, const Id3& id);

// "CLK_LOCAL_MEM_FENCE" for "local", and so on; "no flag" for "none"; a scope that is too
// narrow stands behind a comma.
std::string FlagsInSource(const std::string& flags);

// Whether a barrier has a scope too narrow to order anything between those who meet at it, which its flags then name.
bool HasNarrowScope(const Site& barrier);

// "iteration 3 of the loop at line 7, iteration 1 of the loop at line 8"; "" without loops.
std::string LoopsText(const FindingAccess& access);

// "k.cl:7:3"; the file as the description names it.
std::string PositionText(const SourcePosition& position);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_MODEL_WORDS_H_
