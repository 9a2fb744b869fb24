// Files as whole texts: read, and replace in one step.
#ifndef LOCKSTEP_RUNTIME_BASE_FILE_H_
#define LOCKSTEP_RUNTIME_BASE_FILE_H_

#include <string>
#include <string_view>

#include "runtime/base/status.h"

namespace lockstep {

// The whole content of the regular file `path`; kNotFound if it does not exist.
StatusOr<std::string> ReadFile(const std::string& path);

// Writes `content` to a temporary neighbour and renames it to `path`: other processes see the old
// file or the whole new one. Nothing is left behind on failure.
Status ReplaceFile(const std::string& path, std::string_view content);

// Writes `content` to `path` in place (which may be a device or a pipe); `append` adds to it.
Status WriteFile(const std::string& path, std::string_view content, bool append = false);

// Creates `path` and its missing parents, for this user only (mode 0700).
Status MakeDirectories(const std::string& path);

// Makes a new directory for this user only, called `name`- and six characters, below $TMPDIR, or where
// that is not set or does not work, below /tmp or /var/tmp. The error is that of the last attempt.
StatusOr<std::string> MakeTemporaryDirectory(const std::string& name);

// The directory of the executable of this process, without a slash at the end; "." if unknown.
std::string ExecutableDirectory();

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_FILE_H_
