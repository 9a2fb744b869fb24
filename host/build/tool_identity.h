// Which build of lockstep this is, by the contents of its files.
#ifndef LOCKSTEP_HOST_BUILD_TOOL_IDENTITY_H_
#define LOCKSTEP_HOST_BUILD_TOOL_IDENTITY_H_

#include <string>

namespace lockstep::host {

// A text that differs if this library, lockstep-cc or the device libraries differ in a byte, and is the same
// wherever they lie and whenever they were built or installed. For names of entries in the cache.
std::string ToolIdentity();

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_BUILD_TOOL_IDENTITY_H_
