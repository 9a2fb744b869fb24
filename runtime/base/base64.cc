#include "runtime/base/base64.h"

#include <algorithm>
#include <cstdint>

namespace lockstep {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string Base64Encode(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t count = std::min<size_t>(3, bytes.size() - i);
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k) {
      group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0);
    }
    for (size_t k = 0; k < 4; ++k) {
      text += k <= count ? kDigits[group >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

std::optional<std::string> Base64Decode(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (size_t i = 0; i < text.size(); i += 4) {
    uint32_t group = 0;
    size_t digits = 0;
    while (digits < 4 && text[i + digits] != '=') {
      const size_t value = kDigits.find(text[i + digits]);
      if (value == std::string_view::npos) return std::nullopt;
      group |= static_cast<uint32_t>(value) << (18 - 6 * digits++);
    }
    const bool last = i + 4 == text.size();
    if (digits < 2 || (digits < 4 && !last) || (digits == 2 && text[i + 3] != '=')) {
      return std::nullopt;
    }
    for (size_t k = 0; k + 1 < digits; ++k) bytes += static_cast<char>(group >> (16 - 8 * k));
  }
  return bytes;
}

}  // namespace lockstep
