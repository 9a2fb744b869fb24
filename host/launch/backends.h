// Which back end serves a device.
#ifndef LOCKSTEP_HOST_LAUNCH_BACKENDS_H_
#define LOCKSTEP_HOST_LAUNCH_BACKENDS_H_

#include <string>

#include "host/track/device.h"

namespace lockstep::host {

// The back end's name; "" if none serves this device.
std::string BackendFor(const Device& device);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_BACKENDS_H_
