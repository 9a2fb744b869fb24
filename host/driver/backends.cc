#include "host/driver/backends.h"

namespace lockstep::host {

static_assert(static_cast<cl_device_type>(DeviceKind::kCpu) == CL_DEVICE_TYPE_CPU);
static_assert(static_cast<cl_device_type>(DeviceKind::kGpu) == CL_DEVICE_TYPE_GPU);
static_assert(static_cast<cl_device_type>(DeviceKind::kAny) == CL_DEVICE_TYPE_ALL);

const DeviceRow* BackendFor(const Device& device) {
  // Addresses and log records are 64-bit little-endian words.
  if (device.address_bits != 64 || !device.little_endian) return nullptr;
  return ServingRow(device.platform, device.type, device.il_version);
}

}  // namespace lockstep::host
