// The word in a launch's log that tells its work-items to leave (device-lib/shared/log.h).
#ifndef LOCKSTEP_HOST_RUNNING_STOP_WORD_H_
#define LOCKSTEP_HOST_RUNNING_STOP_WORD_H_

#include <cstdint>
#include <memory>

#include "host/api/cl.h"
#include "host/running/side_queue.h"

namespace lockstep::host {

class StopWord {
 public:
  virtual ~StopWord() = default;
  virtual void Set() = 0;
  // Whether Set() calls the driver, so that no lock may be held that one of its threads may wait for.
  virtual bool CallsDriver() const = 0;
};

// A word of the host's memory that the device sees. Valid as long as that memory is the launch's.
std::unique_ptr<StopWord> StopWordInPlace(volatile uint32_t* word);

// The word of `log`, the device's, written through `queue`. Holds on to both.
std::unique_ptr<StopWord> StopWordBeside(std::shared_ptr<SideQueue> queue, cl_mem log);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_RUNNING_STOP_WORD_H_
