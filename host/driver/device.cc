#include "host/driver/device.h"

#include <map>
#include <mutex>
#include <set>

#include "host/driver/query.h"
#include "runtime/backends/backends.h"

namespace lockstep::host {
namespace {

std::shared_ptr<const Device> Ask(cl_device_id id) {
  const auto text = [&](cl_device_info name) {
    return QueryText(Of(Next().clGetDeviceInfo, id, name));
  };
  auto device = std::make_shared<Device>();
  const auto info = Next().clGetDeviceInfo;
  const auto platform = QueryValue<cl_platform_id>(Of(info, id, CL_DEVICE_PLATFORM));
  device->platform = QueryText(Of(Next().clGetPlatformInfo, platform, CL_PLATFORM_NAME));
  device->platform_version = QueryText(Of(Next().clGetPlatformInfo, platform, CL_PLATFORM_VERSION));
  device->name = text(CL_DEVICE_NAME);
  device->vendor = text(CL_DEVICE_VENDOR);
  device->version = text(CL_DEVICE_VERSION);
  device->driver_version = text(CL_DRIVER_VERSION);
  device->c_version = text(CL_DEVICE_OPENCL_C_VERSION);
  device->extensions = text(CL_DEVICE_EXTENSIONS);
  device->il_version = text(CL_DEVICE_IL_VERSION);
  for (const cl_name_version& feature :
       QueryArray<std::vector<cl_name_version>>(Of(info, id, CL_DEVICE_OPENCL_C_FEATURES))) {
    device->features.emplace_back(feature.name);
  }
  device->is_part = QueryValue<cl_device_id>(Of(info, id, CL_DEVICE_PARENT_DEVICE)) != nullptr;
  device->type = QueryValue<cl_device_type>(Of(info, id, CL_DEVICE_TYPE));
  device->address_bits = QueryValue<cl_uint>(Of(info, id, CL_DEVICE_ADDRESS_BITS), 64);
  device->little_endian = QueryValue<cl_bool>(Of(info, id, CL_DEVICE_ENDIAN_LITTLE), CL_TRUE);
  device->images = QueryValue<cl_bool>(Of(info, id, CL_DEVICE_IMAGE_SUPPORT));
  device->non_uniform_groups =
      QueryValue<cl_bool>(Of(info, id, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT));
  device->local_memory = QueryValue<cl_ulong>(Of(info, id, CL_DEVICE_LOCAL_MEM_SIZE));
  device->max_allocation = QueryValue<cl_ulong>(Of(info, id, CL_DEVICE_MAX_MEM_ALLOC_SIZE));
  device->max_group_size = QueryValue<size_t>(Of(info, id, CL_DEVICE_MAX_WORK_GROUP_SIZE), 1);
  device->max_item_sizes =
      QueryArray<std::vector<size_t>>(Of(info, id, CL_DEVICE_MAX_WORK_ITEM_SIZES));
  device->compute_units = QueryValue<cl_uint>(Of(info, id, CL_DEVICE_MAX_COMPUTE_UNITS), 1);
  device->identity = {device->platform,       device->platform_version, device->name, device->version,
                      device->driver_version, device->il_version,       device->type};
  device->reads_images = !device->is_part || !DriverHas(Quirk::kImagesOnParts, device->identity);
  return device;
}

struct Known {
  std::mutex mutex;
  std::map<cl_device_id, std::shared_ptr<const Device>> devices;
  std::set<cl_device_id> kept;
};

Known& GetKnown() {
  static Known* known = new Known;
  return *known;
}

}  // namespace

cl_device_id WholeDevice(cl_device_id device) {
  const auto info = Next().clGetDeviceInfo;
  while (const auto parent = QueryValue<cl_device_id>(Of(info, device, CL_DEVICE_PARENT_DEVICE))) device = parent;
  return device;
}

std::shared_ptr<const Device> DeviceFacts(cl_device_id id) {
  // Sub-devices come and go and their handles are used again, so they are not remembered.
  if (QueryValue<cl_device_id>(Of(Next().clGetDeviceInfo, id, CL_DEVICE_PARENT_DEVICE))) {
    return Ask(id);
  }
  Known& known = GetKnown();
  std::lock_guard<std::mutex> lock(known.mutex);
  std::shared_ptr<const Device>& device = known.devices[id];
  if (!device) device = Ask(id);
  return device;
}

void KeepDevice(cl_device_id id, const Device& facts) {
  if (!facts.is_part || !DriverHas(Quirk::kFreedSubDevices, facts.identity)) return;
  Known& known = GetKnown();
  std::lock_guard<std::mutex> lock(known.mutex);
  if (known.kept.count(id) == 0 && Next().clRetainDevice(id) == CL_SUCCESS) known.kept.insert(id);
}

cl_uint OwnReferences(cl_device_id id) {
  Known& known = GetKnown();
  std::lock_guard<std::mutex> lock(known.mutex);
  return static_cast<cl_uint>(known.kept.count(id));
}

}  // namespace lockstep::host
