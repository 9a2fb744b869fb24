// The request that lockstep-cc is given: docs/abi.md, section 6.
#ifndef LOCKSTEP_HOST_LAUNCH_REQUEST_H_
#define LOCKSTEP_HOST_LAUNCH_REQUEST_H_

#include <string>

#include "host/track/device.h"
#include "runtime/model/launch.h"

namespace lockstep::host {

struct Request {
  std::string backend, variant, options, directory;
  const ProgramSource* source = nullptr;
  const Device* device = nullptr;
};

// The request as JSON. Bytes of the source that are not UTF-8 become '?', so that columns stay.
std::string RequestText(const Request& request);

// `text` with each byte that is not part of a valid UTF-8 sequence replaced by '?'.
std::string MakeUtf8(std::string text);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_REQUEST_H_
