#include "tests/ptx/machine/special_registers.h"

#include <charconv>

namespace lockstep::ptx_machine {

std::optional<SpecialRegister> SpecialRegisterOf(std::string_view name) {
  // In the order of the enumeration; WARP_SZ is a constant, and written without %.
  constexpr std::string_view kNames[] = {
      "%tid.x",       "%tid.y",       "%tid.z",       "%ntid.x",      "%ntid.y",      "%ntid.z",     "%ctaid.x",
      "%ctaid.y",     "%ctaid.z",     "%nctaid.x",    "%nctaid.y",    "%nctaid.z",    "%laneid",     "%warpid",
      "%nwarpid",     "%smid",        "%nsmid",       "%gridid",      "WARP_SZ",      "%clock",      "%clock64",
      "%globaltimer", "%lanemask_eq", "%lanemask_le", "%lanemask_lt", "%lanemask_ge", "%lanemask_gt"};
  unsigned number = 0;
  for (const std::string_view known : kNames) {
    if (name == known) return static_cast<SpecialRegister>(number);
    ++number;
  }
  constexpr std::string_view kEnvreg = "%envreg";
  if (name.substr(0, kEnvreg.size()) != kEnvreg) return std::nullopt;
  name.remove_prefix(kEnvreg.size());
  unsigned which = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), which);
  if (error != std::errc() || end != name.data() + name.size() || which > 31) return std::nullopt;
  return static_cast<SpecialRegister>(static_cast<unsigned>(SpecialRegister::kEnvreg0) + which);
}

}  // namespace lockstep::ptx_machine
