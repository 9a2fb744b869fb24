// OpenCL for the command line tool: loaded at run time, so that `lockstep` itself starts, and can
// say what is missing, on a machine without any OpenCL.
#ifndef LOCKSTEP_HOST_CLI_CL_API_H_
#define LOCKSTEP_HOST_CLI_CL_API_H_

#define CL_TARGET_OPENCL_VERSION 210
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <string>
#include <vector>

#include "host/api/cl_error.h"
#include "runtime/backends/device_identity.h"
#include "runtime/base/status.h"

namespace lockstep {

struct ClApi {
#define LOCKSTEP_CL(function) decltype(&::function) function = nullptr;
#include "host/cli/cl_api.def"
};

// Loads libOpenCL.so.1; the error says how to get it.
StatusOr<ClApi> LoadOpenCl();

struct ClDevice {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  std::string number;  // "0.1": platform and device in the loader's order
  DeviceIdentity identity;
};

struct ClPlatform {
  std::string name;
  cl_int error = CL_SUCCESS;  // of asking for its devices
  std::vector<ClDevice> devices;
};

// All platforms, in the loader's order.
std::vector<ClPlatform> ListPlatforms(const ClApi& cl);

// All devices of all platforms. A platform that cannot be asked has none.
std::vector<ClDevice> ListDevices(const ClApi& cl);

// The text that a clGet…Info call answers; "" on error. `get`: (size, buffer, size_out) -> error.
template <typename Get>
std::string ClText(Get get) {
  size_t size = 0;
  if (get(0, nullptr, &size) != CL_SUCCESS || size == 0) return "";
  std::string text(size, '\0');
  if (get(size, text.data(), nullptr) != CL_SUCCESS) return "";
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_CL_API_H_
