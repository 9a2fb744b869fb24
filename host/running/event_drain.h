// Reads the event log of a launch (device-lib/shared/event.h) while the kernel writes it, and replays it.
#ifndef LOCKSTEP_HOST_RUNNING_EVENT_DRAIN_H_
#define LOCKSTEP_HOST_RUNNING_EVENT_DRAIN_H_

#include <cstdint>
#include <memory>

#include "device-lib/shared/event.h"
#include "host/api/cl.h"
#include "host/running/log_reading.h"
#include "host/running/side_queue.h"
#include "runtime/replay/replay.h"

namespace lockstep::host {

// Bytes of an event log of `mib` MiB of events at most: the header, then a power of two of them.
uint64_t EventLogBytes(uint64_t mib);

// Makes the `bytes` at `log` ready for the next launch. Places are numbered on from the last launch, so
// that no event of it can be taken for one of this. `drained`: an EventDrain will read along. `patience`: how often
// a work-item looks for room in vain before it goes on without; 0: it waits for the host for as long as it takes.
// `places`: where the last launch's places began, 0 before the first; becomes this one's. A log that does not go on
// from there was written over, and is cleared. `blocks`: the device library's events lie in blocks.
void PrepareEventLog(void* log, uint64_t bytes, bool drained, uint64_t patience, bool blocks, uint64_t* places);

// One launch's log, from before it is enqueued until it is complete. One thread of the process reads
// the logs of all launches under way that can be read as they are written; of others Finish reads what is there.
class EventDrain {
 public:
  // `log` stays valid until Finish or the end of this object. `along`: read it while it is written; then `on_news` is
  // told.
  EventDrain(void* log, bool along, const ReplayOptions& options, OnNews on_news = nullptr);
  // Reads the device's log, `buffer`, through `beside` while it is written, and what is then left of it at `log`, where
  // it is by the time of Finish.
  EventDrain(void* log, std::shared_ptr<SideQueue> beside, cl_mem buffer, const ReplayOptions& options,
             OnNews on_news = nullptr);
  ~EventDrain();
  EventDrain(const EventDrain&) = delete;
  EventDrain& operator=(const EventDrain&) = delete;

  // Whether there is a thread to read along.
  static bool CanReadAlong();
  // For the end of the process: returns when the thread makes no more calls to the driver, or after two seconds.
  static void StopTransfers();

  // Reads the rest. The launch must be complete. Call once.
  DrainResult Finish();

 private:
  const std::shared_ptr<LogReading> reading_;
};

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_RUNNING_EVENT_DRAIN_H_
