// Text in the columns of a terminal: how many it takes, and where it is broken.
#ifndef LOCKSTEP_RUNTIME_BASE_COLUMNS_H_
#define LOCKSTEP_RUNTIME_BASE_COLUMNS_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace lockstep {

// Number of columns that UTF-8 `text` takes, one per character.
size_t Columns(std::string_view text);

// `text` broken at blanks so that no line is longer than `width` columns; lines after the first
// begin with `indent` blanks, and the first is taken to begin at column `indent`.
std::string Wrapped(std::string_view text, size_t indent, size_t width = 96);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_COLUMNS_H_
