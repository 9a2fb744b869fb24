// The trial of a device: whether checks work there, found out once for each driver version and version of ours.
//
// The outcome of the self-test stays in the cache (docs/cli.md). The library asks for it before the first twin on
// a device whose driver is not among those that lockstep's own tests run on (host/build/service.h).
#ifndef LOCKSTEP_HOST_CLI_TRIAL_H_
#define LOCKSTEP_HOST_CLI_TRIAL_H_

#include <string>
#include <vector>

#include "host/cli/doctor.h"
#include "runtime/backends/device_identity.h"

namespace lockstep {

// Runs the self-test on `device`, whatever is known of it, and remembers how it ended. Returns what SelfTest does.
std::vector<std::string> TryDevice(const DeviceIdentity& device, SelfTestSetup setup);

// `lockstep trial`, for the library: reads a device's identity from stdin, and answers on descriptor 3 (as
// host/build/helper.h has it) what stands against serving it, "" if nothing does: from the cache, or by a self-test.
int TrialCommand();

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_TRIAL_H_
