// The format string of OpenCL C's printf (OpenCL C 3.0, 6.15.14.1 and 6.15.14.2), taken apart.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_PTX_PRINTF_FORMAT_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_PTX_PRINTF_FORMAT_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace lockstep::instrument {

struct PrintfConversion {
  std::string before;     // literal text in front of it; "%%" as it stands
  std::string text;       // all of it, for messages: "%-8.3v4hlf"
  std::string style;      // flags, width and precision: "-8.3"
  unsigned elements = 1;  // of a vector
  bool is_vector = false;
  unsigned bits = 0;  // of an integer, by the length modifier; 0 without one
  char specifier = 'd';

  bool IsFloat() const { return std::string_view("aAeEfFgG").find(specifier) != std::string_view::npos; }
  bool IsSigned() const { return specifier == 'd' || specifier == 'i'; }
};

struct PrintfFormat {
  std::vector<PrintfConversion> conversions;
  std::string rest;  // literal text behind the last one
};

// Takes `format` apart. What OpenCL C reserves but has no meaning for is taken as C has it where that is clear: ll, j,
// z and t are 64 bits. The message of an error is what is no conversion, up to where that shows: "%*", "%n", "%lc",
// "%".
absl::StatusOr<PrintfFormat> ParsePrintfFormat(std::string_view format);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_PTX_PRINTF_FORMAT_H_
