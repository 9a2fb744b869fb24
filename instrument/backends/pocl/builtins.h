// Which built-in functions PoCL can supply to a SPIR module.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_POCL_BUILTINS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_POCL_BUILTINS_H_

#include <set>
#include <string>

namespace lockstep::instrument {

// Those of `names` (mangled as clang mangles them for spir64) that PoCL cannot supply: its
// installed kernel library does not define them, or a wrapper there is known to abort the process.
// If no library is found only the latter are returned: PoCL's own build then says what is missing.
std::set<std::string> MissingInPocl(std::set<std::string> names);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_POCL_BUILTINS_H_
