// The options text of clBuildProgram, taken apart. Source: OpenCL 3.0 API, section 5.8.6.
#ifndef LOCKSTEP_INSTRUMENT_FRONTEND_BUILD_OPTIONS_H_
#define LOCKSTEP_INSTRUMENT_FRONTEND_BUILD_OPTIONS_H_

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::instrument {

struct BuildOptions {
  // "-DNAME=VALUE", "-UNAME", in order; later ones win.
  std::vector<std::string> macros;
  std::vector<std::string> include_dirs;
  // Headers named by -include, in order.
  std::vector<std::string> includes;
  // Options that change the meaning of arithmetic, as clang -cc1 spells them.
  std::vector<std::string> math;
  std::string language_standard;  // "CL1.2"; empty: the driver's default
  bool fast_relaxed_math = false;
};

// Splits `text` as drivers do: at white space, except within double or single quotes; a backslash
// takes the next character literally unless it stands in single quotes or before a letter
// or digit (a Windows path).
std::vector<std::string> SplitOptions(std::string_view text);

// Reads `text`. Options that do not change what the source means (warnings, -g, optimisation
// levels, vendors' own) are dropped: the driver has already accepted them.
BuildOptions ParseBuildOptions(std::string_view text);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_FRONTEND_BUILD_OPTIONS_H_
