// What a terminal may get. Sources: ECMA-48 (C0 and C1 controls); Unicode 15, section 23.2 (layout controls),
// UAX #9 (bidirectional marks) and UTR #36, section 2.10 (text that cannot be seen).
#include "runtime/base/printable.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>

#include "runtime/base/utf8.h"

namespace lockstep {
namespace {

struct Range {
  uint32_t first, last;
};

// Beyond ASCII, in order.
constexpr Range kUnseen[] = {
    {0x80, 0x9F},      // C1 controls
    {0xAD, 0xAD},      // soft hyphen
    {0x34F, 0x34F},    // grapheme joiner
    {0x61C, 0x61C},    // Arabic letter mark
    {0x115F, 0x1160},  // Hangul fillers
    {0x17B4, 0x17B5},  // Khmer vowels that are not shown
    {0x180B, 0x180F},  // Mongolian selectors and vowel separator
    {0x200B, 0x200F},  // without width; left-to-right and right-to-left marks
    {0x2028, 0x202E},  // line and paragraph separator; embeddings and overrides
    {0x2060, 0x206F},  // word joiner, invisible operators, isolates, old format characters
    {0x3164, 0x3164},  // Hangul filler
    {0xE000, 0xF8FF},  // private use: whatever the font makes of it
    {0xFE00, 0xFE0F},  // variation selectors
    {0xFEFF, 0xFEFF},  // byte order mark
    {0xFFA0, 0xFFA0},  // Hangul filler
    {0xFFF0, 0xFFFB},  // unassigned, annotations
    {0xFFFE, 0xFFFF},
    {0x1BCA0, 0x1BCA3},    // shorthand format controls
    {0x1D173, 0x1D17A},    // musical format controls
    {0xE0000, 0xE0FFF},    // tags, more variation selectors
    {0xF0000, 0x10FFFF}};  // private use

bool IsUnseen(uint32_t code) {
  if (code < 0x80) return code < ' ' || code == 0x7F;
  for (const Range& range : kUnseen) {
    if (code <= range.last) return code >= range.first;
  }
  return false;
}

void AppendFormatted(std::string& out, const char* format, uint32_t value) {
  std::array<char, 16> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, value);
  out += buffer.data();
}

}  // namespace

std::string Printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const Utf8Character character = DecodeUtf8(text.substr(at));
    if (character.bytes == 0) {
      AppendFormatted(out, "\\x%02x", static_cast<unsigned char>(text[at++]));
      continue;
    }
    if (!IsUnseen(character.code)) {
      out += text.substr(at, character.bytes);
    } else {
      AppendFormatted(out, character.code < 0x80 ? "\\x%02x" : "\\u{%x}", character.code);
    }
    at += character.bytes;
  }
  return out;
}

std::string PrintableLines(std::string_view text) {
  constexpr std::string_view kOurs = "lockstep:";
  std::string out;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string line(text.substr(at, end - at));
    if (!line.empty() && line.back() == '\r') line.pop_back();
    for (char& c : line) {
      if (c == '\t') c = ' ';
    }
    if (line.compare(0, kOurs.size(), kOurs) == 0) out += ' ';
    out += Printable(line);
    if (end < text.size()) out += '\n';
    at = end + 1;
  }
  return out;
}

std::string PrintableJson(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (size_t at = 0; at < json.size();) {
    const Utf8Character character = DecodeUtf8(json.substr(at));
    // White space between values; in strings controls are escaped already.
    const bool plain = character.bytes == 0 || character.code < 0x7F || !IsUnseen(character.code);
    const size_t bytes = character.bytes == 0 ? 1 : character.bytes;
    if (plain) {
      out += json.substr(at, bytes);
    } else if (character.code < 0x10000) {
      AppendFormatted(out, "\\u%04x", character.code);
    } else {
      AppendFormatted(out, "\\u%04x", 0xD800 + ((character.code - 0x10000) >> 10));
      AppendFormatted(out, "\\u%04x", 0xDC00 + (character.code & 0x3FF));
    }
    at += bytes;
  }
  return out;
}

}  // namespace lockstep
