// What of a full log the device's cells would log: the plain accesses that may matter, some of them
// late (device-lib/shared/sync_cell.h).
#ifndef LOCKSTEP_TESTS_REPLAY_DEVICE_LOG_H_
#define LOCKSTEP_TESTS_REPLAY_DEVICE_LOG_H_

#include <cstdint>
#include <vector>

#include "device-lib/shared/event.h"

namespace lockstep {

// `log`: every access, one cell each, in the order in which they were made.
std::vector<ls_event> ThroughCells(const std::vector<ls_event>& log, uint64_t group_size);

// What the cells of a region that is not logged find (device-lib/shared/cell.h): sites of both sides.
struct CellRace {
  uint32_t finding = 0;  // LS_FINDING_*
  uint32_t site_a = 0;
  uint32_t site_b = 0;
};
// `log`: the accesses to that region alone.
std::vector<CellRace> RacesOfCells(const std::vector<ls_event>& log, uint64_t group_size);

}  // namespace lockstep

#endif  // LOCKSTEP_TESTS_REPLAY_DEVICE_LOG_H_
