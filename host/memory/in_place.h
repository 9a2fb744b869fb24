// Whether a device works in place on host memory.
#ifndef LOCKSTEP_HOST_MEMORY_IN_PLACE_H_
#define LOCKSTEP_HOST_MEMORY_IN_PLACE_H_

#include "host/api/cl.h"

namespace lockstep::host {

// True if what `device` writes to a buffer made with CL_MEM_USE_HOST_PTR stands in the host's
// memory when the command is complete, and the other way round, without mapping. Shadow memory and
// logs rely on it. Asks the device once in this process, with a buffer and a queue of our own.
bool WorksInPlace(cl_context context, cl_device_id device);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_MEMORY_IN_PLACE_H_
