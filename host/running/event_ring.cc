#include "host/running/event_ring.h"

#include <cstddef>
#include <cstring>
#include <utility>

namespace lockstep::host {
namespace {

// What is written at once, and so lies side by side in a block: where in an event, and bytes.
constexpr std::pair<uint32_t, uint32_t> kParts[] = {{offsetof(ls_event, ticket), 8},
                                                    {offsetof(ls_event, actor), 8},
                                                    {offsetof(ls_event, cell), 16},
                                                    {offsetof(ls_event, what), 16},
                                                    {offsetof(ls_event, global_from), 16}};

}  // namespace

const char* EventRing::Field(uint64_t at, uint32_t field, uint32_t bytes) const {
  return events_ + (blocks_ ? ls_event_in_block(at, field, bytes) : at * sizeof(ls_event) + field);
}

uint64_t EventRing::Complete(uint64_t at, uint64_t most, uint64_t place) const {
  uint64_t count = 0;
  while (count < most) {
    const auto* ticket = reinterpret_cast<const uint64_t*>(Field(at + count, kParts[0].first, kParts[0].second));
    if (__atomic_load_n(ticket, __ATOMIC_ACQUIRE) != place + count + 1) break;
    ++count;
  }
  return count;
}

const ls_event* EventRing::Read(uint64_t at, uint64_t count) {
  if (!blocks_) return reinterpret_cast<const ls_event*>(Field(at, 0, 0));
  for (uint64_t i = 0; i < count; ++i) {
    char* event = reinterpret_cast<char*>(&gathered_[i]);
    for (const auto& [field, bytes] : kParts) std::memcpy(event + field, Field(at + i, field, bytes), bytes);
  }
  return gathered_.data();
}

}  // namespace lockstep::host
