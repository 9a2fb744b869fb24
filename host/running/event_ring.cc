#include "host/running/event_ring.h"

#include <cstddef>
#include <cstring>

namespace lockstep::host {

const char* EventRing::Field(uint64_t at, uint32_t field) const {
  return events_ + (blocks_ ? ls_event_in_block(at, field) : at * sizeof(ls_event) + field);
}

uint64_t EventRing::Complete(uint64_t at, uint64_t most, uint64_t place) const {
  uint64_t count = 0;
  while (count < most) {
    const auto* ticket = reinterpret_cast<const uint64_t*>(Field(at + count, offsetof(ls_event, ticket)));
    if (__atomic_load_n(ticket, __ATOMIC_ACQUIRE) != place + count + 1) break;
    ++count;
  }
  return count;
}

const ls_event* EventRing::Read(uint64_t at, uint64_t count) {
  if (!blocks_) return reinterpret_cast<const ls_event*>(Field(at, 0));
  gathered_.resize(kMostAtOnce);
  for (uint64_t i = 0; i < count; ++i) {
    char* event = reinterpret_cast<char*>(&gathered_[i]);
    for (uint32_t field = 0; field < sizeof(ls_event); field += ls_event_piece(field))
      std::memcpy(event + field, Field(at + i, field), ls_event_piece(field));
  }
  return gathered_.data();
}

}  // namespace lockstep::host
