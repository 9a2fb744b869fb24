// Which back end serves a device.
#ifndef LOCKSTEP_HOST_DRIVER_BACKENDS_H_
#define LOCKSTEP_HOST_DRIVER_BACKENDS_H_

#include "host/api/cl.h"
#include "host/driver/device.h"
#include "runtime/backends/backends.h"

namespace lockstep::host {

// The row that serves this device, with its back end; null if none does.
const DeviceRow* BackendFor(const Device& device);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_DRIVER_BACKENDS_H_
