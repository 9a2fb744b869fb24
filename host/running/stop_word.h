// The word in a launch's log that tells its work-items to leave (device-lib/shared/log.h).
#ifndef LOCKSTEP_HOST_RUNNING_STOP_WORD_H_
#define LOCKSTEP_HOST_RUNNING_STOP_WORD_H_

#include <memory>

#include "device-lib/shared/log.h"
#include "host/api/cl.h"
#include "host/running/side_queue.h"

namespace lockstep::host {

class StopWord {
 public:
  virtual ~StopWord() = default;
  virtual void Set() = 0;
  // Whether a work-item is known to have looked at the word; true where that cannot be seen.
  virtual bool WasLookedAt() const = 0;
  // Whether Set() calls the driver, so that no lock may be held that one of its threads may wait for.
  virtual bool CallsDriver() const = 0;
};

// That of a log in the host's memory, where the device sees it. Valid as long as that memory is the launch's.
std::unique_ptr<StopWord> StopWordInPlace(ls_log* log);

// The word of `log`, the device's, written through `queue`. Holds on to both.
std::unique_ptr<StopWord> StopWordBeside(std::shared_ptr<SideQueue> queue, cl_mem log);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_RUNNING_STOP_WORD_H_
