// Where the time of a compilation goes: lockstep-cc --time-passes.
#ifndef LOCKSTEP_INSTRUMENT_TIMED_H_
#define LOCKSTEP_INSTRUMENT_TIMED_H_

#include "llvm/Support/Timer.h"

namespace lockstep::instrument {

// Counts what passes until its end for `name`, if asked to; lockstep-cc prints LLVM's table of them when it ends.
class Timed : llvm::NamedRegionTimer {
 public:
  static inline bool asked = false;  // not LLVM's own switch, which clang sets as its own options say

  explicit Timed(const char* name) : llvm::NamedRegionTimer(name, name, "lockstep", "lockstep-cc", asked) {}
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_TIMED_H_
