// Reads the event log of a launch (device-lib/shared/event.h) while the kernel writes it, and replays it.
#ifndef LOCKSTEP_HOST_LAUNCH_EVENT_DRAIN_H_
#define LOCKSTEP_HOST_LAUNCH_EVENT_DRAIN_H_

#include <cstdint>
#include <memory>

#include "device-lib/shared/event.h"
#include "runtime/replay/replay.h"

namespace lockstep::host {

// Bytes of an event log of `mib` MiB of events at most: the header, then a power of two of them.
uint64_t EventLogBytes(uint64_t mib);

// Makes the `bytes` at `log` ready for the next launch. Places are numbered on from the last launch, so
// that no event of it can be taken for one of this. `drained`: an EventDrain will read along.
void PrepareEventLog(void* log, uint64_t bytes, bool drained);

struct DrainResult {
  ReplayResult replay;
  uint64_t missing = 0;  // events that did not find a place in the log, or were never finished
};

// One launch's log, from before it is enqueued until it is complete. One thread of the process reads
// the logs of all launches under way that can be read in place; of others Finish reads what is there.
class EventDrain {
 public:
  // `log` stays valid until Finish or the end of this object. `along`: read it while it is written.
  EventDrain(void* log, bool along, const ReplayOptions& options);
  ~EventDrain();
  EventDrain(const EventDrain&) = delete;
  EventDrain& operator=(const EventDrain&) = delete;

  // Whether there is a thread to read along.
  static bool CanReadAlong();

  // Reads the rest. The launch must be complete. Call once.
  DrainResult Finish();

 private:
  struct Reader;
  const std::shared_ptr<Reader> reader_;
};

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_EVENT_DRAIN_H_
