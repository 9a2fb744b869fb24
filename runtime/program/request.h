// What the host asks of lockstep-cc: docs/abi.md, section 6.
#ifndef LOCKSTEP_RUNTIME_PROGRAM_REQUEST_H_
#define LOCKSTEP_RUNTIME_PROGRAM_REQUEST_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/program/instrument_options.h"
#include "runtime/program/recipe.h"

namespace lockstep {

// What a device's compiler knows of it, and a source may ask. Texts are the driver's own (CL_DEVICE_NAME,
// CL_DEVICE_VERSION, ...); `extensions` is separated by spaces.
struct DeviceTraits {
  std::string name, vendor, version, c_version, extensions;
  std::vector<std::string> features;  // CL_DEVICE_OPENCL_C_FEATURES, names only
  uint64_t address_bits = 64;
  bool little_endian = true;
  bool images = false;
};

struct Request {
  std::string backend;
  InstrumentOptions options;
  Recipe recipe;
  DeviceTraits device;
};

// The request as one line of JSON; equal requests are equal texts. Bytes of the sources that are not UTF-8 become
// '?', so that columns stay.
std::string WriteRequest(const Request& request);

// Reads a request. Errors name the field that is missing or wrong, or the ABI version that is not ours.
StatusOr<Request> ReadRequest(std::string_view json);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PROGRAM_REQUEST_H_
