#include "tests/ptx/machine/lexer.h"

#include <algorithm>
#include <cctype>

namespace lockstep::ptx_machine {
namespace {

bool IsWordSign(char sign) {
  return std::isalnum(static_cast<unsigned char>(sign)) || sign == '_' || sign == '$' || sign == '.' || sign == '%';
}

// How long the comment or blank at the front of `text` is; 0: there is none.
size_t Blank(std::string_view text) {
  if (std::isspace(static_cast<unsigned char>(text[0]))) return 1;
  if (text.substr(0, 2) == "//") return std::min(text.find('\n'), text.size());
  if (text.substr(0, 2) != "/*") return 0;
  const size_t end = text.find("*/", 2);
  return end == text.npos ? text.size() : end + 2;
}

size_t TokenSize(std::string_view text) {
  if (text[0] == '"') {
    const size_t end = text.find('"', 1);
    return end == text.npos ? text.size() : end + 1;
  }
  if (text.substr(0, 2) == "::") return 2;
  size_t size = 0;
  while (size < text.size() && IsWordSign(text[size])) ++size;
  return std::max<size_t>(size, 1);
}

}  // namespace

std::vector<Token> Tokens(std::string_view text) {
  std::vector<Token> tokens;
  int line = 1;
  while (!text.empty()) {
    const size_t blank = Blank(text);
    const size_t size = blank != 0 ? blank : TokenSize(text);
    const std::string_view piece = text.substr(0, size);
    if (blank == 0) tokens.push_back({piece, line});
    line += static_cast<int>(std::count(piece.begin(), piece.end(), '\n'));
    text.remove_prefix(size);
  }
  tokens.push_back({std::string_view(), line});
  return tokens;
}

}  // namespace lockstep::ptx_machine
