// What the host asks of lockstep-cc: docs/abi.md, section 6, field by field.
#ifndef LOCKSTEP_INSTRUMENT_FRONTEND_REQUEST_H_
#define LOCKSTEP_INSTRUMENT_FRONTEND_REQUEST_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace lockstep::instrument {

// A header that the application handed to clCompileProgram.
struct EmbeddedHeader {
  std::string name;
  std::string text;
};

// The device whose driver's view of the source is to be reproduced. Texts are the driver's own
// (CL_DEVICE_NAME, CL_DEVICE_VERSION, ...); `extensions` is separated by spaces.
struct DeviceFacts {
  std::string name;
  std::string vendor;
  std::string version;
  std::string c_version;
  std::string extensions;
  std::vector<std::string> features;  // CL_DEVICE_OPENCL_C_FEATURES, names only
  unsigned address_bits = 64;
  bool little_endian = true;
  bool images = false;
};

// One piece that a program is made of: OpenCL C, or code in an intermediate language.
struct Unit {
  std::string name = "kernel.cl";  // what reports call it
  std::string source;
  std::vector<EmbeddedHeader> headers;
  std::string options;  // as given to clBuildProgram or clCompileProgram
  std::string cwd;      // the application's; empty: leave ours
  std::string ir;       // LLVM bitcode or SPIR-V; if not empty, there is no source
};

struct Request {
  std::string backend;
  std::string variant = "default";
  bool lockstep = false;  // --model=lockstep:N
  bool merge_checks = true;   // false: every access is checked for itself
  bool races = true;          // false: no checks of accesses
  bool all_barriers = false;  // the resumable form for every kernel with barriers
  bool watch = false;     // --launch-timeout
  std::vector<Unit> units;   // linked in this order; at least one
  std::string link_options;  // as given to clLinkProgram
  DeviceFacts device;
};

// Reads the JSON text of a request. Errors name the field that is missing or of the wrong type,
// or the ABI version that does not match ours.
absl::StatusOr<Request> ParseRequest(std::string_view json);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_FRONTEND_REQUEST_H_
