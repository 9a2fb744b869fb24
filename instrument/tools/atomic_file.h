// Files that appear whole or not at all.
#ifndef LOCKSTEP_INSTRUMENT_TOOLS_ATOMIC_FILE_H_
#define LOCKSTEP_INSTRUMENT_TOOLS_ATOMIC_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace lockstep::instrument {

// The whole file at `path`; "-" is standard input.
absl::StatusOr<std::string> ReadFile(const std::string& path);

// Writes `bytes` to a temporary file beside `path` and renames it; devices and pipes are written themselves. "-" is
// standard output, "fd:N" an open descriptor, which gets the number of bytes in a line before them, so that its reader
// knows whether all came.
absl::Status WriteFileAtomically(const std::string& path, const std::string& bytes);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_TOOLS_ATOMIC_FILE_H_
