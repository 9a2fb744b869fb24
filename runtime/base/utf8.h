// UTF-8: reading it, and text for JSON, which takes nothing else. Our own: the C library's follows the locale.
#ifndef LOCKSTEP_RUNTIME_BASE_UTF8_H_
#define LOCKSTEP_RUNTIME_BASE_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep {

struct Utf8Character {
  uint32_t code = 0;
  size_t bytes = 0;  // 0: the text does not begin with a valid character
};

// The first character of `text`; overlong forms, surrogates and what lies beyond U+10FFFF are none.
Utf8Character DecodeUtf8(std::string_view text);

// `text` with each byte that is not part of a valid UTF-8 sequence replaced by '?', so that
// columns stay.
std::string MakeUtf8(std::string text);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_UTF8_H_
