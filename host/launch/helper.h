// Runs lockstep-cc, the helper process that instruments a program.
#ifndef LOCKSTEP_HOST_LAUNCH_HELPER_H_
#define LOCKSTEP_HOST_LAUNCH_HELPER_H_

#include <string>

#include "runtime/base/status.h"

namespace lockstep::host {

// Where lockstep-cc is: $LOCKSTEP_CC, else ../bin next to this library's folder (build tree and
// install tree); kNotFound if there is no such file.
StatusOr<std::string> FindHelper();

// A text that changes when the helper or its device library does: paths, sizes, times.
std::string HelperIdentity(const std::string& helper);

// Gives `request` to the helper and returns the image file it wrote; `emit`: lockstep-cc's --emit.
// Never raises signals in this
// process, leaves stdin, stdout and stderr alone. Errors: kInvalidArgument when the source is
// wrong (message: the first diagnostic), kInternal for everything else, each in one line.
StatusOr<std::string> RunHelper(const std::string& helper, const std::string& request,
                                const std::string& emit, uint64_t timeout_seconds);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_HELPER_H_
