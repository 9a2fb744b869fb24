// The little of Itanium mangling that OpenCL C built-ins use: `_Z<length><name><parameters>`.
#include "instrument/ir/builtin_name.h"

#include <cctype>

namespace lockstep::instrument {
namespace {

bool IsDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Reads a decimal number at the front of `text` and removes it; nullopt if there is none.
std::optional<size_t> TakeNumber(std::string_view& text) {
  size_t number = 0;
  size_t digits = 0;
  while (digits < text.size() && digits < 6 && IsDigit(text[digits])) {
    number = 10 * number + static_cast<size_t>(text[digits++] - '0');
  }
  if (digits == 0) return std::nullopt;
  text.remove_prefix(digits);
  return number;
}

}  // namespace

std::optional<BuiltinName> ParseBuiltinName(std::string_view mangled) {
  if (mangled.substr(0, 2) != "_Z") return std::nullopt;
  std::string_view rest = mangled.substr(2);
  const std::optional<size_t> length = TakeNumber(rest);
  if (!length || *length == 0 || *length > rest.size()) return std::nullopt;
  return BuiltinName{rest.substr(0, *length), rest.substr(*length)};
}

bool PointsToSigned(const BuiltinName& name) {
  const size_t pointer = name.parameters.find('P');
  if (pointer == std::string_view::npos) return false;
  std::string_view rest = name.parameters.substr(pointer + 1);
  while (!rest.empty() && (rest[0] == 'U' || rest[0] == 'V' || rest[0] == 'K')) {
    const bool vendor = rest[0] == 'U';  // U3AS1, U7_Atomic
    rest.remove_prefix(1);
    if (!vendor) continue;
    const std::optional<size_t> length = TakeNumber(rest);
    if (!length || *length > rest.size()) return false;
    rest.remove_prefix(*length);
  }
  return !rest.empty() && (rest[0] == 'i' || rest[0] == 'l' || rest[0] == 's' || rest[0] == 'c' ||
                           rest[0] == 'a' || rest[0] == 'x');
}

std::string WithPrivatePointers(std::string_view mangled) {
  std::string name(mangled);
  for (size_t at = name.find("PU3AS"); at != std::string::npos; at = name.find("PU3AS", at)) {
    name.erase(at + 1, 5);  // "U3AS" and one digit
    ++at;
  }
  return name;
}

bool IsRegionQuery(std::string_view mangled) {
  return mangled == "__to_global" || mangled == "__to_local" || mangled == "__to_private";
}

NumberedName SplitNumber(std::string_view base) {
  size_t end = base.size();
  while (end > 0 && IsDigit(base[end - 1])) --end;
  std::string_view digits = base.substr(end);
  NumberedName name{base.substr(0, end), 1};
  if (const std::optional<size_t> number = TakeNumber(digits)) {
    name.number = static_cast<unsigned>(*number);
  }
  return name;
}

}  // namespace lockstep::instrument
