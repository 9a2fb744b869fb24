// Counters that an event log must not show to be added to once they were reset: proofs of what tickets of them lead to
// count on that (runtime/prune/site_tickets.cc).
#ifndef LOCKSTEP_RUNTIME_REPLAY_RESET_COUNTERS_H_
#define LOCKSTEP_RUNTIME_REPLAY_RESET_COUNTERS_H_

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "device-lib/shared/event.h"

namespace lockstep {

// A first cell of global memory and how many there are from it on.
using CellRange = std::pair<uint64_t, uint64_t>;

// Not thread-safe. Memory grows with the counters that are reset.
class ResetCounters {
 public:
  // `where`: where the counters are.
  explicit ResetCounters(std::vector<CellRange> where) : where_(std::move(where)) {}

  // One event, in the log's order, which is that in which each counter changed.
  void Add(const ls_event& event) {
    if (!where_.empty()) Look(event);
  }

  // How many additions came behind a reset of their counter.
  uint64_t late() const { return late_; }

 private:
  void Look(const ls_event& event);

  const std::vector<CellRange> where_;
  std::set<uint64_t> reset_;  // cells
  uint64_t late_ = 0;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPLAY_RESET_COUNTERS_H_
