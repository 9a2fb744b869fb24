// The one change that certainly removes a mistake, so that others that go with it can be told beside it.
#ifndef LOCKSTEP_RUNTIME_CHECKS_ONE_REPAIR_H_
#define LOCKSTEP_RUNTIME_CHECKS_ONE_REPAIR_H_

#include <string>

#include "runtime/model/mistake.h"

namespace lockstep {

// The change and where it is made, as a text that is the same for all mistakes that it removes; "" if no single change
// is certain. These are:
//   - the flag of the one barrier that stands between the accesses;
//   - the orders and scopes that replaying the launch has shown to be enough;
//   - the one condition that parts work-items before a barrier;
//   - barriers between two statements, whatever objects they race on.
std::string OneRepairOf(const Mistake& mistake);

// Whether it is a divergence of work-items that something else had parted before.
bool FollowsFromAnother(const Mistake& mistake);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_CHECKS_ONE_REPAIR_H_
