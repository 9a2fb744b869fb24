#include "runtime/backends/quirks.h"

namespace lockstep {

const std::vector<QuirkRow>& AllQuirks() {
  static const auto* const rows = new std::vector<QuirkRow>{
#define LOCKSTEP_QUIRK(id, name, driver, versions, reason, test) {Quirk::id, name, driver, versions, reason, test},
#include "runtime/backends/quirks.def"
  };
  return *rows;
}

std::optional<Quirk> FindQuirk(std::string_view name) {
  for (const QuirkRow& row : AllQuirks()) {
    if (name == row.name) return row.quirk;
  }
  return std::nullopt;
}

}  // namespace lockstep
