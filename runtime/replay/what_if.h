// Why synchronisation that exists did not order a race: replays the log with single operations
// strengthened, until the pair is ordered.
#ifndef LOCKSTEP_RUNTIME_REPLAY_WHAT_IF_H_
#define LOCKSTEP_RUNTIME_REPLAY_WHAT_IF_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/replay/event_fields.h"

namespace lockstep {

// One race to explain.
struct WhatIfTarget {
  size_t index = 0;      // of the later access's event in the log
  ReplayAccess earlier;
  ReplayRace* race = nullptr;  // whose cause, sites and changes are filled in
};

// Explains every target as far as `log`, a piece of the launch's events, goes. `whole`: it begins with the first;
// where it does not, nothing is said to be missing altogether. Stops, and leaves the rest at kUnknown, when it
// has replayed `budget` events; returns how many it has.
uint64_t ExplainTargets(const std::vector<ls_event>& log, bool whole, const ReplayOptions& options,
                        uint64_t budget, const std::vector<WhatIfTarget>& targets);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPLAY_WHAT_IF_H_
