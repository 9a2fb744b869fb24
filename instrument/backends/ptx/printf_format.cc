#include "instrument/backends/ptx/printf_format.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"

namespace lockstep::instrument {
namespace {

constexpr std::string_view kFlags = "-+ #0", kDigits = "0123456789";

// Takes the characters at the beginning of `text` that are among `known`.
std::string TakeAll(std::string_view& text, std::string_view known) {
  const size_t end = std::min(text.find_first_not_of(known), text.size());
  std::string taken(text.substr(0, end));
  text.remove_prefix(end);
  return taken;
}

bool Take(std::string_view& text, std::string_view word) {
  if (text.substr(0, word.size()) != word) return false;
  text.remove_prefix(word.size());
  return true;
}

// Bits that the length modifier at the beginning of `text`, which is taken, gives an integer; 0 without one.
unsigned TakeLength(std::string_view& text, bool is_vector) {
  if (Take(text, "hh")) return 8;
  if (is_vector && Take(text, "hl")) return 32;
  if (Take(text, "h")) return 16;
  for (const std::string_view word : {"ll", "l", "j", "z", "t"}) {
    if (Take(text, word)) return 64;
  }
  return 0;
}

// Reads what stands behind the sign; false if that is no conversion.
bool TakeConversion(std::string_view& text, PrintfConversion& conversion) {
  conversion.style = TakeAll(text, kFlags);
  conversion.style += TakeAll(text, kDigits);
  if (Take(text, ".")) {
    const std::string precision = TakeAll(text, kDigits);
    conversion.style += "." + (precision.empty() ? "0" : precision);
  }
  if (Take(text, "v")) {
    const std::string number = TakeAll(text, kDigits);
    conversion.is_vector = true;
    conversion.elements = 0;
    for (const unsigned elements : {2u, 3u, 4u, 8u, 16u}) {
      if (number == std::to_string(elements)) conversion.elements = elements;
    }
    if (conversion.elements == 0) return false;
  }
  conversion.bits = TakeLength(text, conversion.is_vector);
  if (text.empty()) return false;
  conversion.specifier = text.front();
  text.remove_prefix(1);
  constexpr std::string_view kNumbers = "dioxXuaAeEfFgG", kOthers = "csp";
  if (kNumbers.find(conversion.specifier) != std::string_view::npos) return true;
  return kOthers.find(conversion.specifier) != std::string_view::npos && !conversion.is_vector && conversion.bits == 0;
}

}  // namespace

absl::StatusOr<PrintfFormat> ParsePrintfFormat(std::string_view format) {
  PrintfFormat parsed;
  std::string literal;
  while (!format.empty()) {
    if (Take(format, "%%")) {
      literal += "%%";
    } else if (format.front() != '%') {
      literal += format.front();
      format.remove_prefix(1);
    } else {
      const std::string_view whole = format;
      format.remove_prefix(1);
      PrintfConversion conversion;
      const bool known = TakeConversion(format, conversion);
      conversion.text = std::string(whole.substr(0, whole.size() - format.size()));
      if (!known) return absl::UnimplementedError(conversion.text);
      conversion.before = std::exchange(literal, "");
      parsed.conversions.push_back(std::move(conversion));
    }
  }
  parsed.rest = std::move(literal);
  return parsed;
}

}  // namespace lockstep::instrument
