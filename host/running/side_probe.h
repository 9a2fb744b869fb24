// Asks a device whether reads and writes in a second queue are carried out while a kernel runs.
#ifndef LOCKSTEP_HOST_RUNNING_SIDE_PROBE_H_
#define LOCKSTEP_HOST_RUNNING_SIDE_PROBE_H_

#include <cstdint>
#include <memory>

#include "host/api/cl.h"
#include "host/driver/context.h"

namespace lockstep::host {

struct SideAnswer {
  bool beside = false;
  uint64_t looks_per_second = 0;  // at a word of memory by one work-item; if `beside`, at least 1
};

// Whether a read saw what a kernel of `groups` work-groups had written, and every work-group of it that waited saw what
// a write brought, while the kernel ran. Takes up to some seconds at the first call for a device, bounded whatever the
// device does, and remembers the answer for the process. May be called by any thread.
SideAnswer CommandsRunBeside(const std::shared_ptr<Context>& context, cl_device_id device, uint64_t groups);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_RUNNING_SIDE_PROBE_H_
