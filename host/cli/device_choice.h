// Which device a command is about, and which back end serves it.
#ifndef LOCKSTEP_HOST_CLI_DEVICE_CHOICE_H_
#define LOCKSTEP_HOST_CLI_DEVICE_CHOICE_H_

#include <string>
#include <vector>

#include "host/cli/cl_api.h"
#include "runtime/backends/backends.h"
#include "runtime/base/status.h"

namespace lockstep {

// Who serves a device as things are asked for in LOCKSTEP_OPTIONS.
Serving ServingOf(const ClDevice& device);

// `wanted`: "P.D", a regular expression searched in "<platform> <device>", or "": the first device
// that a back end serves, else the first.
StatusOr<ClDevice> ChooseDevice(const std::vector<ClDevice>& devices, const std::string& wanted);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_DEVICE_CHOICE_H_
