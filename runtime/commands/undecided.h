// Meetings of launches of which it is not known yet what they touch.
#ifndef LOCKSTEP_RUNTIME_COMMANDS_UNDECIDED_H_
#define LOCKSTEP_RUNTIME_COMMANDS_UNDECIDED_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/commands/history.h"

namespace lockstep {

// The meeting as what is known of its launches by now makes it: of the first bytes in conflict that are certain, else
// of the first that are possible. False: they do not meet.
bool Narrow(Meeting* meeting);

// Not thread-safe.
class UndecidedMeetings {
 public:
  void Add(std::vector<Meeting> meetings);

  // Those of which no more can come to be known, narrowed; with `all`, the others too.
  std::vector<Meeting> Take(bool all);

  // Meetings that were not kept, because there were kMost: those that were only possible.
  uint64_t dropped() const { return dropped_; }
  size_t size() const { return meetings_.size(); }

  static constexpr size_t kMost = 65536;

 private:
  std::vector<Meeting> meetings_;
  uint64_t dropped_ = 0;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_COMMANDS_UNDECIDED_H_
