// How the bits of a record (device-lib/shared/record.h) are dealt out to site, segment and actor.
#ifndef LOCKSTEP_HOST_MEMORY_LAYOUT_H_
#define LOCKSTEP_HOST_MEMORY_LAYOUT_H_

#include <cstdint>
#include <optional>

namespace lockstep::host {

struct RecordLayout {
  unsigned segment_shift = 0;
  unsigned actor_shift = 0;
  unsigned segment_bits() const { return actor_shift - segment_shift; }
  uint64_t actors() const { return uint64_t{1} << (64 - actor_shift); }
  // First segment number that does not fit.
  uint32_t segment_limit() const;
};

// What one launch needs to tell apart.
struct LayoutNeed {
  uint64_t sites = 1;     // entries of the site table
  uint64_t actors = 1;    // work-items, counting full work-groups
  bool barriers = false;  // segments other than 0 occur
};

// Every field at least as wide as the launch needs, the rest to segments (at most 32 bits) and to
// further launches' actors; nullopt if sites and actors alone do not fit.
std::optional<RecordLayout> ChooseLayout(const LayoutNeed& need);

// True if a launch whose first work-item is `first_actor` can as well use `layout`, which was
// chosen for another launch. Changing the layout means clearing all cells.
bool Serves(const RecordLayout& layout, const LayoutNeed& need, uint64_t first_actor);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_MEMORY_LAYOUT_H_
