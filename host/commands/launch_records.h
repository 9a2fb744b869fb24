// What the records of a complete launch say that it touched.
#ifndef LOCKSTEP_HOST_COMMANDS_LAUNCH_RECORDS_H_
#define LOCKSTEP_HOST_COMMANDS_LAUNCH_RECORDS_H_

#include <cstdint>

#include "runtime/commands/launch_touches.h"
#include "runtime/model/launch.h"
#include "runtime/replay/touched_cells.h"

namespace lockstep::host {

struct LaunchRecords {
  const uint64_t* heads = nullptr;  // the plane of docs/abi.md
  const uint64_t* more = nullptr;   // the one behind it; null: not at hand
  // Of kernels that synchronise: what the event log says, all of it; null: of others.
  const TouchedCells* logged = nullptr;
};

// (What a record stands for, that record conflicts with whatever it would.) Where the more records were needed and are
// not at hand, what the head does not say is touched perhaps.
LaunchTouches TouchesIn(const Launch& launch, const LaunchRecords& records);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_COMMANDS_LAUNCH_RECORDS_H_
