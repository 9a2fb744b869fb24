// Recognises device binaries that the application took from the driver in an earlier run.
//
// Applications keep compiled kernels (CL_PROGRAM_BINARIES) and come back with them instead of
// source. What they get is the driver's own; we remember on disk, under the binary's hash, from
// which source it was built.
#ifndef LOCKSTEP_HOST_TRACK_REMEMBERED_BINARIES_H_
#define LOCKSTEP_HOST_TRACK_REMEMBERED_BINARIES_H_

#include <string_view>
#include <vector>

#include "host/track/program.h"

namespace lockstep::host {

// The application was given `binary` as the build of `program` for `device`.
void RememberBinary(Program& program, cl_device_id device, std::string_view binary);

// If `binaries` (one per device) are all known and came from one source, gives `program` that
// source and how it was built. Binaries whose include files have changed since are not known.
void RecallSources(Program& program, const std::vector<cl_device_id>& devices,
                   const std::vector<std::string_view>& binaries);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_TRACK_REMEMBERED_BINARIES_H_
