// Finds a device library, the bitcode that instrumented kernels are linked with.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_DEVICE_LIBRARY_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_DEVICE_LIBRARY_H_

#include <string>

#include "absl/status/statusor.h"

namespace lockstep::instrument {

// The bytes of the library called `name`: from the file that LOCKSTEP_DEVICE_LIBRARY names, else
// from ../lib or ../lib/<multiarch>, with or without lockstep/, relative to this executable, which
// fits the build tree and an installation. NotFound lists where it looked.
absl::StatusOr<std::string> ReadDeviceLibrary(const std::string& name);

// The name of the library that serves a back end with library `name` for kernels whose work-items may part.
std::string PartingLibrary(const std::string& name);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_DEVICE_LIBRARY_H_
