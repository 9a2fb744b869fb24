// Whether the limit on the process's address space (`ulimit -v`) leaves room for what a driver does to compile a twin.
#ifndef LOCKSTEP_HOST_BUILD_ADDRESS_SPACE_H_
#define LOCKSTEP_HOST_BUILD_ADDRESS_SPACE_H_

#include "runtime/base/status.h"

namespace lockstep::host {

// kUnavailable with the numbers if it does not: drivers end the process when their compiler finds no memory.
Status RoomToCompile();

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_BUILD_ADDRESS_SPACE_H_
