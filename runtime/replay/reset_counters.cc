#include "runtime/replay/reset_counters.h"

#include <algorithm>

#include "runtime/replay/event_fields.h"

namespace lockstep {

void ResetCounters::Look(const ls_event& event) {
  if (!IsAtomic(event.what) || !Writes(event.what) || RegionOf(event.what) == LS_REGION_LOCAL) return;
  const bool watched = std::any_of(where_.begin(), where_.end(), [&](const CellRange& range) {
    return event.cell < range.first + range.second && range.first < event.cell + event.cells;
  });
  if (!watched) return;
  const bool adds = Reads(event.what);
  bool late = false;
  for (uint64_t cell = event.cell; cell < event.cell + event.cells; ++cell) {
    if (!adds) reset_.insert(cell);
    late = late || (adds && reset_.count(cell) != 0);
  }
  if (late) ++late_;
}

}  // namespace lockstep
