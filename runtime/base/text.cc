// Small text helpers: concatenation, splitting, number parsing.
#include "runtime/base/text.h"

#include <cerrno>
#include <cstdlib>

namespace lockstep {

std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  size_t start = 0;
  for (;;) {
    size_t end = text.find(separator, start);
    parts.emplace_back(text.substr(start, end - start));
    if (end == std::string_view::npos) return parts;
    start = end + 1;
  }
}

std::string Join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += separator;
    out += parts[i];
  }
  return out;
}

std::string JoinFirst(const std::vector<std::string>& parts, size_t most) {
  if (parts.size() <= most) return Join(parts, ", ");
  return StrCat(Join({parts.begin(), parts.begin() + static_cast<ptrdiff_t>(most)}, ", "), " and ",
                WithCommas(parts.size() - most), " more");
}

std::string_view WithoutByteOrderMark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.substr(0, kMark.size()) == kMark ? text.substr(kMark.size()) : text;
}

std::string_view Strip(std::string_view text) {
  const char* blanks = " \t\r\n";
  size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::optional<uint64_t> ParseUnsigned(std::string_view text) {
  std::string copy(text);
  if (copy.empty() || copy[0] < '0' || copy[0] > '9') return std::nullopt;
  bool hex = copy.size() > 2 && copy[0] == '0' && (copy[1] == 'x' || copy[1] == 'X');
  char* end = nullptr;
  errno = 0;
  uint64_t value = std::strtoull(copy.c_str(), &end, hex ? 16 : 10);
  if (errno != 0 || *end != '\0') return std::nullopt;
  return value;
}

std::optional<int64_t> ParseSigned(std::string_view text) {
  bool negative = !text.empty() && text[0] == '-';
  auto magnitude = ParseUnsigned(negative ? text.substr(1) : text);
  if (!magnitude) return std::nullopt;
  uint64_t limit = negative ? uint64_t{1} << 63 : (uint64_t{1} << 63) - 1;
  if (*magnitude > limit) return std::nullopt;
  return static_cast<int64_t>(negative ? 0 - *magnitude : *magnitude);
}

std::optional<double> ParseDouble(std::string_view text) {
  std::string copy(text);
  if (copy.empty() || copy[0] == ' ') return std::nullopt;
  char* end = nullptr;
  double value = std::strtod(copy.c_str(), &end);
  if (*end != '\0') return std::nullopt;
  return value;
}

std::string WithCommas(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

std::string Counted(uint64_t number, std::string_view one, std::string_view many) {
  return StrCat(WithCommas(number), " ", number == 1 ? one : many);
}

std::string ShellQuote(std::string_view word) {
  const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:%@^";
  if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos) {
    return std::string(word);
  }
  std::string out = "'";
  for (char c : word) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

}  // namespace lockstep
