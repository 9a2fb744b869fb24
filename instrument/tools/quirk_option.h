// --without=QUIRK, which both programs have.
#ifndef LOCKSTEP_INSTRUMENT_TOOLS_QUIRK_OPTION_H_
#define LOCKSTEP_INSTRUMENT_TOOLS_QUIRK_OPTION_H_

#include <string>
#include <vector>

#include "runtime/backends/quirks.h"
#include "runtime/base/option_table.h"

namespace lockstep::instrument {

// Adds the quirk that is named to `quirks`.
inline OptionSetter IntoQuirks(std::vector<Quirk>* quirks) {
  return [quirks](std::string_view, const std::string* text) {
    const auto quirk = FindQuirk(*text);
    if (!quirk) return NotFoundError("no quirk called '" + *text + "'; `lockstep-cc --print-quirks` lists them");
    quirks->push_back(*quirk);
    return OkStatus();
  };
}

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_TOOLS_QUIRK_OPTION_H_
