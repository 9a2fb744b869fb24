// The options text of clBuildProgram, taken apart. Source: OpenCL 3.0 API, section 5.8.6.
#ifndef LOCKSTEP_INSTRUMENT_FRONTEND_BUILD_OPTIONS_H_
#define LOCKSTEP_INSTRUMENT_FRONTEND_BUILD_OPTIONS_H_

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::instrument {

// The one option that is no property of the code but a mode of the driver's threads.
inline constexpr char kDenormsAreZero[] = "-cl-denorms-are-zero";

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
  bool denorms_are_zero = false;
  bool optimize = true;  // no -cl-opt-disable
};

// Splits `text` as PoCL and clang-based drivers do: at white space, except between double quotes
// (dropped) and between escaped double quotes (kept as characters); an escaped space is a space.
// Single quotes are characters: -DC='a' defines a character constant.
std::vector<std::string> SplitOptions(std::string_view text);

// Reads `text`. Options that do not change what the source means (warnings, -g, optimisation
// levels, vendors' own) are dropped: the driver has already accepted them.
BuildOptions ParseBuildOptions(std::string_view text);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_FRONTEND_BUILD_OPTIONS_H_
