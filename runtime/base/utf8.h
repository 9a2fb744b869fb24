// Text for JSON, which takes nothing but UTF-8.
#ifndef LOCKSTEP_RUNTIME_BASE_UTF8_H_
#define LOCKSTEP_RUNTIME_BASE_UTF8_H_

#include <string>

namespace lockstep {

// `text` with each byte that is not part of a valid UTF-8 sequence replaced by '?', so that
// columns stay.
std::string MakeUtf8(std::string text);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_UTF8_H_
