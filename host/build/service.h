// Which back end serves a device, and whether it has proven itself there.
//
// Drivers on which lockstep's own tests do not run may compile our checks wrongly, crash or hang. Before the first twin
// on such a device `lockstep trial` runs planted kernels there, each in a process of its own with a time limit, and
// remembers the outcome in the cache by device, driver and our version. What fails is passed through, and the
// report says which part failed.
#ifndef LOCKSTEP_HOST_BUILD_SERVICE_H_
#define LOCKSTEP_HOST_BUILD_SERVICE_H_

#include <string>

#include "host/api/cl.h"
#include "host/driver/device.h"
#include "runtime/backends/backends.h"

namespace lockstep::host {

struct Service {
  const DeviceRow* row = nullptr;  // with the back end that serves; nullptr: none does
  std::string why;                 // if none does, in one line
};

// Who serves this device. The first question about one may take as long as a trial; later ones know.
const Service& ServiceOf(const Device& device);

// The row that serves this device, with its back end; null if none does.
const DeviceRow* BackendFor(const Device& device);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_BUILD_SERVICE_H_
