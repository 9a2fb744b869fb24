// Irregular loops: what the compiler noted about a kernel's loops, judged for one launch.
#ifndef LOCKSTEP_RUNTIME_CHECKS_LOOPS_H_
#define LOCKSTEP_RUNTIME_CHECKS_LOOPS_H_

#include <memory>
#include <vector>

#include "runtime/checks/checks.h"

namespace lockstep {

// One finding for each loop of the kernel whose condition reads memory that may be written while the
// loop runs in a launch of this size with these arguments; and an Incomplete if the compiler could
// not look at all loops. Needs no log: it can be asked before the launch has run.
CheckResult CheckLoops(const std::shared_ptr<const Launch>& launch);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_CHECKS_LOOPS_H_
