// Which back end serves a device.
#ifndef LOCKSTEP_HOST_DRIVER_BACKENDS_H_
#define LOCKSTEP_HOST_DRIVER_BACKENDS_H_

#include "host/api/cl.h"
#include "host/driver/backend_row.h"
#include "host/driver/device.h"

namespace lockstep::host {

// The row of the back end; null if none serves this device.
const BackendRow* BackendFor(const Device& device);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_DRIVER_BACKENDS_H_
