// The request that lockstep-cc is given: docs/abi.md, section 6.
#ifndef LOCKSTEP_HOST_LAUNCH_REQUEST_H_
#define LOCKSTEP_HOST_LAUNCH_REQUEST_H_

#include <string>

#include "host/track/device.h"
#include "host/track/recipe.h"

namespace lockstep::host {

struct Request {
  std::string backend, variant;
  bool lockstep = false;  // twins for --model=lockstep:N
  bool merge_checks = true;   // false: every access is checked for itself
  bool races = true;          // false: no checks of accesses
  bool all_barriers = false;  // the resumable form for every kernel with barriers
  bool watch = false;     // twins for --launch-timeout
  const Recipe* recipe = nullptr;
  const Device* device = nullptr;
};

// The request as JSON. Bytes of the sources that are not UTF-8 become '?', so that columns stay.
std::string RequestText(const Request& request);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_REQUEST_H_
