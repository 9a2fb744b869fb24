// What lockstep-cc may take, set by itself before it begins: compilers can be made to run for ever, or to take
// all memory, by a few lines of source.
#ifndef LOCKSTEP_INSTRUMENT_TOOLS_OWN_LIMITS_H_
#define LOCKSTEP_INSTRUMENT_TOOLS_OWN_LIMITS_H_

#include <cstdint>

namespace lockstep::instrument {

struct OwnLimits {
  uint64_t cpu_seconds = 0;   // 0: none
  uint64_t memory_mib = 0;    // of addresses; 0: none
  int64_t parent = 0;         // process that this one must not outlive; 0: none
};

// From now on this process ends with `parent`, however that ends, leaves no core file, and keeps within the
// limits: one that is reached ends it as InstallCrashGuard says, with a line that names the limit. To be called
// after InstallCrashGuard.
void KeepWithin(const OwnLimits& limits);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_TOOLS_OWN_LIMITS_H_
