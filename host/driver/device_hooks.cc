// CL_DEVICE_REFERENCE_COUNT leaves out our own.
// CL_DRIVER_VERSION says that lockstep is there. Applications that keep compiled kernels keep them
// by that version: what they compiled without lockstep stays apart from what they compile with it,
// so that they hand over their source at least once.
#include <cstring>
#include <string_view>

#include "host/api/hooks.h"
#include "host/api/table.h"
#include "host/driver/device.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

// The number changes with the form of the binaries that we give out (container.h).
constexpr std::string_view kMark = " lockstep-1";

bool Marked() {
  bool marked = false;
  Guard("clGetDeviceInfo", [&] {
    marked = Session::Get().options().driver_version == DriverVersion::kMarked;
  });
  return marked;
}

}  // namespace

cl_int Hook_clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t size, void* value,
                            size_t* size_ret) {
  if (name == CL_DEVICE_REFERENCE_COUNT) {
    const cl_int result = Next().clGetDeviceInfo(device, name, size, value, size_ret);
    Guard("clGetDeviceInfo", [&] {
      if (result == CL_SUCCESS && value != nullptr) {
        *static_cast<cl_uint*>(value) -= OwnReferences(device);
      }
    });
    return result;
  }
  if (name != CL_DRIVER_VERSION || !Marked()) {
    return Next().clGetDeviceInfo(device, name, size, value, size_ret);
  }
  char version[4096];  // far longer than any
  size_t length = 0;   // with the final 0
  const cl_int result =
      Next().clGetDeviceInfo(device, name, sizeof(version) - kMark.size(), version, &length);
  if (result != CL_SUCCESS) return result;
  if (length == 0) length = 1;
  std::memcpy(version + length - 1, kMark.data(), kMark.size());
  length += kMark.size();
  version[length - 1] = '\0';
  if (value != nullptr && size < length) return CL_INVALID_VALUE;
  if (value != nullptr) std::memcpy(value, version, length);
  if (size_ret != nullptr) *size_ret = length;
  return CL_SUCCESS;
}

}  // namespace lockstep::host
