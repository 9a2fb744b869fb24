#include "runtime/base/utf8.h"

namespace lockstep {

std::string MakeUtf8(std::string text) {
  for (size_t i = 0; i < text.size();) {
    const unsigned char lead = text[i];
    const size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3
                          : lead < 0xF5 ? 4 : 0;
    bool valid = length != 0 && i + length <= text.size();
    for (size_t k = 1; valid && k < length; ++k) {
      valid = (static_cast<unsigned char>(text[i + k]) & 0xC0) == 0x80;
    }
    // Overlong forms, surrogates and what lies beyond U+10FFFF.
    if (valid && length > 2) {
      const unsigned char second = text[i + 1];
      valid = !(lead == 0xE0 && second < 0xA0) && !(lead == 0xED && second >= 0xA0) &&
              !(lead == 0xF0 && second < 0x90) && !(lead == 0xF4 && second >= 0x90);
    }
    if (!valid) text[i] = '?';
    i += valid ? length : 1;
  }
  return text;
}

}  // namespace lockstep
