// What we know of a device: the facts that its compiler sees, its limits, and who serves it.
#ifndef LOCKSTEP_HOST_DRIVER_DEVICE_H_
#define LOCKSTEP_HOST_DRIVER_DEVICE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/api/cl.h"
#include "runtime/backends/device_identity.h"
#include "runtime/program/request.h"

namespace lockstep::host {

struct Device : DeviceTraits {
  std::string platform, platform_version, driver_version;
  std::string il_version;  // intermediate languages it takes, "SPIR-V_1.2"; may be empty
  cl_device_type type = 0;
  bool non_uniform_groups = false;
  bool is_part = false;         // a sub-device
  bool reads_images = true;     // false: the driver ends the process over clEnqueueReadImage
  uint64_t local_memory = 0;    // bytes
  uint64_t max_allocation = 0;  // bytes
  size_t max_group_size = 1;
  std::vector<size_t> max_item_sizes;
  cl_uint compute_units = 1;

  DeviceIdentity identity;  // of these facts
};

// Facts of `device`, asked once in this process, and kept; sub-devices ask for themselves.
std::shared_ptr<const Device> DeviceFacts(cl_device_id device);

// The device that `device` is a part of (clCreateSubDevices), of those that are parts of none.
cl_device_id WholeDevice(cl_device_id device);

// Keeps `device` till the process ends if it is a part of another and its driver (PoCL) frees such a part
// with the application's last release although its queues still look into it when the events of
// their commands go, in threads of the driver's own. Does nothing for others. Call it at every launch, also
// of what runs as it is: an application that goes slower under lockstep meets this more often.
void KeepDevice(cl_device_id device, const Device& facts);

// How many references to `device` are ours.
cl_uint OwnReferences(cl_device_id device);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_DRIVER_DEVICE_H_
