// Meetings of launches of which it is not known yet what they touch.
#ifndef LOCKSTEP_RUNTIME_COMMANDS_UNDECIDED_H_
#define LOCKSTEP_RUNTIME_COMMANDS_UNDECIDED_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "runtime/commands/history.h"

namespace lockstep {

// The meeting as what is known of its launches by now makes it: of the first bytes in conflict that are certain, else
// of the first that are possible. False: they do not meet.
bool Narrow(Meeting* meeting);

// Not thread-safe. They are kept by the launch that they wait for, so that one more meeting costs as much however many
// there are: a launch is looked at once it is known, and those that are awaited, which are few, at each Take().
class UndecidedMeetings {
 public:
  void Add(std::vector<Meeting> meetings);

  // Those of which no more can come to be known, narrowed, in the order in which they were added; with `all`, the
  // others too.
  std::vector<Meeting> Take(bool all);

  // Meetings that were not kept, because there were kMost: those that were only possible.
  uint64_t dropped() const { return dropped_; }
  size_t size() const { return size_; }
  // How often one was looked at so far, and how often a launch: what all of this costs.
  uint64_t looks() const { return looks_; }

  static constexpr size_t kMost = 65536;

 private:
  struct Kept {
    uint64_t number = 0;  // in the order of Add()
    Meeting meeting;
  };
  using Awaited = std::shared_ptr<const LaunchTouches>;

  void Place(Kept kept);

  std::vector<Kept> decided_;
  std::map<Awaited, std::vector<Kept>> waiting_;  // by a launch that they wait for, of two by the first
  size_t size_ = 0;
  uint64_t added_ = 0;
  uint64_t dropped_ = 0;
  uint64_t looks_ = 0;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_COMMANDS_UNDECIDED_H_
