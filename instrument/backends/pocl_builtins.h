// Which built-in functions PoCL can supply to a SPIR module.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_POCL_BUILTINS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_POCL_BUILTINS_H_

#include <set>
#include <string>

namespace lockstep::instrument {

class PoclBuiltins {
 public:
  // Reads the symbols that PoCL's installed kernel library defines. If no library is found, every
  // name counts as supplied except those known to abort the process: PoCL's own build then says
  // what is missing.
  static PoclBuiltins Load();

  // Whether a spir64 module may call `name` (mangled as clang mangles it).
  bool Has(const std::string& name) const;

 private:
  bool known_ = false;
  std::set<std::string> names_;
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_POCL_BUILTINS_H_
