// Launches that the user has asked us not to check.
#ifndef LOCKSTEP_HOST_LAUNCH_LEFT_OUT_H_
#define LOCKSTEP_HOST_LAUNCH_LEFT_OUT_H_

#include <optional>

#include "host/launch/preparation.h"

namespace lockstep::host {

// Each returns the outcome of a launch that is left out, and nullopt for others. The first knows the kernel only, the
// second its build too, the third its twin's program.

// By the kernel's name: --kernel, --exclude-kernel. The filters may name the kernel as the source does.
std::optional<LaunchOutcome> LeftOutByName(const Preparation& launch);

// Before the twin's program is compiled, because no launch of it will be checked.
std::optional<LaunchOutcome> LeftOutUnseen(const Preparation& launch);

// By the options on launches (runtime/session/launch_filter.h).
std::optional<LaunchOutcome> LeftOutByLaunch(const Preparation& launch);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_LEFT_OUT_H_
