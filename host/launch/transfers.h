// The twin in the application's queue, with what must move to and from a device's own memory.
#ifndef LOCKSTEP_HOST_LAUNCH_TRANSFERS_H_
#define LOCKSTEP_HOST_LAUNCH_TRANSFERS_H_

#include "host/launch/enqueue.h"
#include "host/memory/pool.h"
#include "host/running/side_queue.h"

namespace lockstep::host {

// Where the records of launches on `device` lie: in place where the device works in place on the
// host's memory, else in its own. LOCKSTEP_SHADOW=device asks for the latter anywhere (tests do). `known`: that the
// device works in place; others are asked.
Place PlaceFor(cl_context context, cl_device_id device, bool known);

struct TwinEvents {
  cl_event kernel = nullptr;
  cl_event log = nullptr;             // when the log is back in the host's pages; null: in place
  cl_int log_error = CL_SUCCESS;      // why it will not come back
  cl_int records_error = CL_SUCCESS;  // ... nor what was asked for of the records
  std::shared_ptr<SideQueue> beside;  // reaches the device's log meanwhile; null: none, or in place
};

// What of a launch's records, which lie in the device's memory, is to be read behind it: so many bytes of each plane,
// from its beginning.
struct RecordsBack {
  uint64_t heads = 0, more = 0;
};

// Enqueues the twin as `call` says, on the device's memory between the clearing of the heads and the
// reading of the log. Nothing but a clearing is left in the queue that uses `lease` if it returns an error.
// `back`: of the records; they are there when the log is.
cl_int EnqueueTwin(const LaunchCall& call, const Geometry& geometry, cl_kernel twin, Lease& lease,
                   const RecordsBack& back, TwinEvents* events);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_TRANSFERS_H_
