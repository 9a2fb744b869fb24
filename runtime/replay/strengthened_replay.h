// Replays a log as it would have been with stronger operations, and says which races that orders.
#ifndef LOCKSTEP_RUNTIME_REPLAY_STRENGTHENED_REPLAY_H_
#define LOCKSTEP_RUNTIME_REPLAY_STRENGTHENED_REPLAY_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/replay/strengthen.h"
#include "runtime/replay/what_if.h"

namespace lockstep {

// What is different in one replay.
struct Change {
  Wishes wishes;
  ScopeInclusion inclusion;
  uint32_t deaf_site = 0;      // atomics of this site learn nothing from what they read; 0: none
  unsigned named_regions = 0;  // bit per region (LS_REGION_*) that all barriers are taken to name
};

class StrengthenedReplay {
 public:
  // The first `end` events of the log, for these targets; `budget`: events to be replayed at most, in all.
  StrengthenedReplay(const std::vector<ls_event>& log, size_t end, const ReplayOptions& options, uint64_t budget,
                     const std::vector<WhatIfTarget>& targets)
      : log_(log), end_(end), options_(options), budget_(budget), targets_(targets) {}

  // Which of the targets `asked` are ordered with this change, by the same reads-from and interleaving.
  std::vector<bool> Ordered(const Change& change, const std::vector<bool>& asked);

  // Whether so many more replays exceed the budget.
  bool Spent(uint64_t replays) const { return used_ >= budget_ || replays * end_ > budget_ - used_; }

  uint64_t used() const { return used_; }  // events replayed so far

 private:
  const std::vector<ls_event>& log_;
  const size_t end_;
  const ReplayOptions& options_;
  const uint64_t budget_;
  const std::vector<WhatIfTarget>& targets_;
  uint64_t used_ = 0;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPLAY_STRENGTHENED_REPLAY_H_
