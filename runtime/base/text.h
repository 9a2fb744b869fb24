// Small text helpers: concatenation, splitting, numbers. Our own: no library is preloaded along with ours.
#ifndef LOCKSTEP_RUNTIME_BASE_TEXT_H_
#define LOCKSTEP_RUNTIME_BASE_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lockstep {

namespace internal {
template <typename T>
void AppendPiece(std::string& out, const T& piece) {
  if constexpr (std::is_same_v<T, char>) {
    out += piece;
  } else if constexpr (std::is_integral_v<T>) {
    out += std::to_string(piece);
  } else {
    out += std::string_view(piece);
  }
}
}  // namespace internal

// The pieces (text, characters, integers in decimal) one behind the other.
template <typename... Pieces>
std::string StrCat(const Pieces&... pieces) {
  std::string out;
  (internal::AppendPiece(out, pieces), ...);
  return out;
}

// The parts of `text` between `separator`s; "a,,b" has three, "" has one (empty).
std::vector<std::string> Split(std::string_view text, char separator);

// The parts joined by `separator`.
std::string Join(const std::vector<std::string>& parts, std::string_view separator);

// The first `most` parts with commas, and how many more there are: "a, b and 9 more".
std::string JoinFirst(const std::vector<std::string>& parts, size_t most);

// `text` without blanks, tabs and line ends at either end.
std::string_view Strip(std::string_view text);

// `text` without the mark that some editors put in front of UTF-8.
std::string_view WithoutByteOrderMark(std::string_view text);

// A whole number in decimal or 0x hexadecimal; nullopt if `text` is anything else or too big.
std::optional<uint64_t> ParseUnsigned(std::string_view text);
std::optional<int64_t> ParseSigned(std::string_view text);
std::optional<double> ParseDouble(std::string_view text);

// 1536 -> "1,536".
std::string WithCommas(uint64_t number);

// "1 launch", "2 launches": `many` is the plural.
std::string Counted(uint64_t number, std::string_view one, std::string_view many);

// `word` in single quotes so that a POSIX shell and LOCKSTEP_OPTIONS read it back unchanged;
// unquoted when nothing in it needs quoting.
std::string ShellQuote(std::string_view word);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_TEXT_H_
