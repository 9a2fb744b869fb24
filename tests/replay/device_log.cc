// The device's cells, run over a log of everything.
#include "tests/replay/device_log.h"

#include <algorithm>
#include <map>
#include <utility>

#include "device-lib/shared/cell.h"
#include "device-lib/shared/cell_head.h"
#include "device-lib/shared/sync_cell.h"

namespace lockstep {
namespace {

constexpr unsigned kSegmentShift = 24, kActorShift = 44;

ls_sync_access AccessOf(const ls_event& event, uint64_t group_size) {
  ls_sync_access access{};
  access.actor = event.actor;
  access.value = event.value;
  access.first_actor = 0;
  access.group_first = event.actor / group_size * group_size;
  access.group_size = static_cast<ls_u32>(group_size);
  access.cls = event.what & LS_EVENT_CLASS_MASK;
  access.region = (event.what & LS_EVENT_REGION_MASK) >> LS_EVENT_REGION_SHIFT;
  access.events = event.events;
  access.segment = event.segment;
  access.from = access.region == LS_REGION_LOCAL ? event.local_from : event.global_from;
  access.site = event.site;
  access.segment_shift = kSegmentShift;
  access.actor_shift = kActorShift;
  return access;
}

bool PublishesNothing(uint32_t what) {
  const uint32_t order = (what & LS_EVENT_ORDER_MASK) >> LS_EVENT_ORDER_SHIFT, both = LS_EVENT_READS | LS_EVENT_WRITES;
  return (what & both) == both && (order == LS_ORDER_RELAXED || order == LS_ORDER_ACQUIRE);
}

// A work-item's own words (device-lib/events.h).
struct Item {
  ls_sync_self self = {};
  uint32_t repeated = 0;  // atomics that were not logged
};

}  // namespace

std::vector<ls_event> ThroughCells(const std::vector<ls_event>& log, uint64_t group_size) {
  std::vector<ls_event> out;
  // Every read-modify-write may be one that writes what it found, if no fence before it can publish anything.
  const bool same = std::none_of(log.begin(), log.end(), [](const ls_event& event) {
    return (event.what & LS_EVENT_CLASS_MASK) == LS_CLASS_NONE;
  });
  std::map<std::pair<uint64_t, uint64_t>, ls_sync_cell> cells;  // by group (local memory) and number
  std::map<uint64_t, Item> items;                               // by actor
  for (ls_event event : log) {
    Item& item = items[event.actor];
    event.events -= item.repeated;
    const uint32_t cls = event.what & LS_EVENT_CLASS_MASK;
    if (cls == LS_CLASS_NONE) {
      out.push_back(event);
      continue;
    }
    const ls_sync_access access = AccessOf(event, group_size);
    const uint64_t home = access.region == LS_REGION_LOCAL ? 1 + event.actor / group_size : 0;
    ls_sync_cell& cell = cells[{home, event.cell}];
    const bool atomic = cls == LS_CLASS_AR || cls == LS_CLASS_AW;
    const ls_u64 mine = ls_sync_head(event.actor, uint64_t{event.events} + event.segment,
                                     kSegmentShift, kActorShift);
    if (!atomic) item.self.touched = 1;
    if (!atomic && ls_sync_covered(cell.head, mine, cls, cell.value == event.value, kSegmentShift)) {
      continue;
    }
    const ls_u64 brief = atomic ? 0 : ls_sync_brief(&access);
    if (ls_sync_quick(cell.head, brief, cell.value == event.value, access.first_actor, kActorShift)) {
      cell.head = brief;
      if (cls == LS_CLASS_W) cell.value = event.value;
      continue;
    }
    const ls_u64 clock = ls_u64{event.events} + event.segment;
    const ls_u64 name = home << 32 | event.cell << 1 | 1u;
    const uint32_t what = event.what | (same && PublishesNothing(event.what) ? LS_EVENT_SAME : 0u);
    if (atomic && ls_sync_may_repeat(what, item.self.touched != 0) &&
        ls_sync_repeats(&item.self, name, what, cell.head, cell.more[2], event.actor, clock, kSegmentShift,
                        kActorShift)) {
      ++item.repeated;
      continue;
    }
    const ls_sync_outcome outcome = ls_sync_step(&cell, &access);
    for (ls_u32 i = 0; i < 4; ++i) {
      const ls_sync_entry entry = ls_sync_entry_at(&outcome, i);
      if (entry.what == 0) continue;
      ls_event logged = event;
      logged.what = entry.what;
      logged.site = entry.site;
      logged.events = entry.events;
      logged.segment = entry.segment;
      if (entry.what & LS_EVENT_LATE) {
        logged.actor = outcome.late_actor;
        logged.value = entry.what & LS_EVENT_OTHER_VALUE ? 0 : outcome.late_value;
        logged.global_from = logged.local_from = logged.image_from = 0;
      }
      out.push_back(logged);
    }
    if (!atomic) continue;
    out.push_back(event);
    if ((what & LS_EVENT_WRITES) && !(what & LS_EVENT_SAME)) cell.more[2] = out.size();
    item.self = {0, what, name, cell.more[2], static_cast<ls_u32>(clock + 1), 0, 0};
  }
  return out;
}

std::vector<CellRace> RacesOfCells(const std::vector<ls_event>& log, uint64_t group_size) {
  std::vector<CellRace> out;
  std::map<std::pair<uint64_t, uint64_t>, ls_cell> cells;  // as above
  for (const ls_event& event : log) {
    const uint32_t cls = event.what & LS_EVENT_CLASS_MASK;
    const uint64_t group_first = event.actor / group_size * group_size;
    const bool local = (event.what & LS_EVENT_REGION_MASK) >> LS_EVENT_REGION_SHIFT == LS_REGION_LOCAL;
    ls_access access{};
    access.record = event.actor << kActorShift | uint64_t{event.segment} << kSegmentShift |
                    uint64_t{event.site} << LS_SITE_SHIFT | cls;
    access.value = event.value;
    access.group_first = group_first;
    access.group_size = access.group_items = static_cast<ls_u32>(group_size);
    access.from = local ? event.local_from : event.global_from;
    access.segment = event.segment;
    access.segment_shift = kSegmentShift;
    access.actor_shift = kActorShift;
    access.is_local = local;
    ls_cell& cell = cells[{local ? 1 + event.actor / group_size : 0, event.cell}];
    if (ls_covered(cell.head, access.record, cls, cell.value == event.value, 0, group_first,
                   access.group_size, kSegmentShift, kActorShift)) {
      continue;
    }
    if (cell.head == 0) {
      cell.head = access.record;
      if (cls == LS_CLASS_W) cell.value = event.value;
      continue;
    }
    if (ls_cell_quick(&cell, &access)) continue;
    const ls_outcome outcome = ls_cell_step(&cell, &access);
    if (outcome.finding == 0) continue;
    const uint32_t met = static_cast<uint32_t>(outcome.met >> LS_SITE_SHIFT) &
                         ((1u << (kSegmentShift - LS_SITE_SHIFT)) - 1u);
    out.push_back({outcome.finding, met, event.site});
  }
  return out;
}

}  // namespace lockstep
