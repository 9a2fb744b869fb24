#include "runtime/report/html_text.h"

#include <algorithm>

#include "runtime/base/printable.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

std::string WithReferences(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

}  // namespace

std::string Html(std::string_view text) { return WithReferences(Printable(text)); }

std::string HtmlLines(std::string_view text) {
  std::vector<std::string> lines = Split(text, '\n');
  for (std::string& line : lines) line = Html(line);
  return Join(lines, "\n");
}

std::string HtmlSource(std::string_view text) {
  std::string blanks(text);
  std::replace_if(
      blanks.begin(), blanks.end(), [](char c) { return c == '\v' || c == '\f' || c == '\r'; }, ' ');
  std::vector<std::string> parts = Split(blanks, '\t');
  for (std::string& part : parts) part = Html(part);
  return Join(parts, "\t");
}

std::string Shortened(std::string_view text, size_t most) {
  size_t characters = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool begins = (static_cast<unsigned char>(text[i]) & 0xc0) != 0x80;
    if (begins && characters++ == most) return StrCat(text.substr(0, i), "…");
  }
  return std::string(text);
}

}  // namespace lockstep
