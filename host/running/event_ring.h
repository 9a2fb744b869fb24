// The events of a log (device-lib/shared/event.h) as a host reads them, however they lie there.
#ifndef LOCKSTEP_HOST_RUNNING_EVENT_RING_H_
#define LOCKSTEP_HOST_RUNNING_EVENT_RING_H_

#include <cstdint>
#include <vector>

#include "device-lib/shared/event.h"

namespace lockstep::host {

// Most events that are handed on at once.
constexpr uint64_t kMostAtOnce = 4096;

// A whole log's places, or some of them that begin with a block. Not owned.
class EventRing {
 public:
  // `blocks`: whether they lie in blocks.
  EventRing(const void* events, bool blocks) : events_(static_cast<const char*>(events)), blocks_(blocks) {}

  // How many of the `most` events from `at` on are complete, of which the first has place `place` of the log's order.
  uint64_t Complete(uint64_t at, uint64_t most, uint64_t place) const;

  // The `count` events from `at` on, no more than kMostAtOnce; valid until the next call.
  const ls_event* Read(uint64_t at, uint64_t count);

 private:
  const char* Field(uint64_t at, uint32_t field) const;

  const char* const events_;
  const bool blocks_;
  std::vector<ls_event> gathered_;  // kMostAtOnce, once something was read from blocks
};

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_RUNNING_EVENT_RING_H_
