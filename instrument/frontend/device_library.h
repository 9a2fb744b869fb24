// Finds a device library, the bitcode that instrumented kernels are linked with.
#ifndef LOCKSTEP_INSTRUMENT_FRONTEND_DEVICE_LIBRARY_H_
#define LOCKSTEP_INSTRUMENT_FRONTEND_DEVICE_LIBRARY_H_

#include <string>

#include "absl/status/statusor.h"

namespace lockstep::instrument {

// The one of which the passes' own tests know, and PoCL's.
inline constexpr char kSerialDeviceLibrary[] = "lockstep-device.bc";
// The one for devices that run the work-items of a group at the same time.
inline constexpr char kConcurrentDeviceLibrary[] = "lockstep-device-concurrent.bc";
// The one for llvmpipe, which ends loops (device-lib/check.cl).
inline constexpr char kSimdDeviceLibrary[] = "lockstep-device-simd.bc";

// The bytes of the library called `name`: from the file that LOCKSTEP_DEVICE_LIBRARY names, else
// from ../lib or ../lib/<multiarch>, with or without lockstep/, relative to this executable, which
// fits the build tree and an installation. NotFound lists where it looked.
absl::StatusOr<std::string> ReadDeviceLibrary(const std::string& name);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_FRONTEND_DEVICE_LIBRARY_H_
