// ThreadSanitizer's patterns, as its files of suppressions have them.
#ifndef LOCKSTEP_RUNTIME_BASE_PATTERN_H_
#define LOCKSTEP_RUNTIME_BASE_PATTERN_H_

#include <string_view>

namespace lockstep {

// Whether `pattern` occurs in `text`: `*` stands for any characters, `^` in front for the start of the text, `$` at the
// end for its end. Everything else stands for itself. Takes time linear in both for each `*`.
bool PatternMatches(std::string_view pattern, std::string_view text);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_PATTERN_H_
