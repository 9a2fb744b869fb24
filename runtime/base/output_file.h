// Where reports go: files that appear whole or not at all, and pipes that nobody may be reading.
#ifndef LOCKSTEP_RUNTIME_BASE_OUTPUT_FILE_H_
#define LOCKSTEP_RUNTIME_BASE_OUTPUT_FILE_H_

#include <string>
#include <string_view>

#include "runtime/base/status.h"

namespace lockstep {

// Writes `content` to what `path` names, in bounded time.
//   A regular file, or none yet: replaced in one step, through symbolic links; if that fails, what was there is
//   gone, since it would be taken for this. Where the folder takes no new files, it is written in place.
//   A descriptor of this process (/dev/stdout, /dev/fd/N, /proc/self/fd/N) that leads to a file: goes on where that
//   stands.
//   A pipe, a terminal or another device: as much as it takes, as long as it takes any; one that stops for some
//   seconds, or has no reader, is an error.
// On an error nothing of `content` is in a regular file. Never raises a signal.
Status WriteOutput(const std::string& path, std::string_view content);

// Whether WriteOutput would find a place that can be written now; nothing that is there changes. A pipe that nobody
// reads yet counts as one.
Status CheckOutput(const std::string& path);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_OUTPUT_FILE_H_
