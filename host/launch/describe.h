// What a report says of a launch.
#ifndef LOCKSTEP_HOST_LAUNCH_DESCRIBE_H_
#define LOCKSTEP_HOST_LAUNCH_DESCRIBE_H_

#include <memory>
#include <string>

#include "host/launch/preparation.h"
#include "host/memory/pool.h"
#include "host/plan/certify.h"
#include "runtime/model/launch.h"

namespace lockstep::host {

// A launch that needs no records; each root's decision only with --explain-pruning.
std::shared_ptr<Launch> Describe(const Preparation& launch);

// One with records in the memory of `lease`, and the certificate that it may get.
std::shared_ptr<Launch> Describe(const Preparation& launch, const Lease& lease, const Certificate& certificate);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_DESCRIBE_H_
