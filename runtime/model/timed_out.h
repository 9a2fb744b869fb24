// A launch that ran longer than --launch-timeout allows.
#ifndef LOCKSTEP_RUNTIME_MODEL_TIMED_OUT_H_
#define LOCKSTEP_RUNTIME_MODEL_TIMED_OUT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/model/geometry.h"
#include "runtime/model/launch.h"

namespace lockstep {

// Work-items of one group that were at one place when the launch was ended.
struct StoppedAt {
  std::optional<Id3> group;  // nullopt: of groups that had not begun
  Site site;                 // op "stop"; flags: loop, barrier or start
  uint64_t work_items = 0;
};

struct TimedOut {
  enum class End {
    kStopped,       // the work-items left the kernel: `places`
    kByItself,      // asked to stop, but came to its end first
    kStillRunning,  // it could not be ended
  };
  std::string kernel;
  std::shared_ptr<const Launch> launch;  // null: an unchecked launch
  uint64_t seconds = 0;                  // of --launch-timeout
  End end = End::kStillRunning;
  std::vector<StoppedAt> places;  // by group; those that had not begun last
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_MODEL_TIMED_OUT_H_
