// OpenCL for the command line tool: loaded at run time.
#include "host/cli/cl_api.h"

#include <dlfcn.h>

#include <algorithm>
#include <iterator>

#include "runtime/base/text.h"

namespace lockstep {

StatusOr<ClApi> LoadOpenCl() {
  void* library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) {
    return NotFoundError(
        StrCat("no OpenCL loader: ", dlerror(), "; on Debian: apt-get install ocl-icd-libopencl1"));
  }
  ClApi cl;
#define LOCKSTEP_CL(function)                                                       \
  cl.function = reinterpret_cast<decltype(&::function)>(dlsym(library, #function)); \
  if (cl.function == nullptr) return NotFoundError("libOpenCL.so.1 has no " #function);
#include "host/cli/cl_api.def"
  return cl;
}

std::vector<ClPlatform> ListPlatforms(const ClApi& cl) {
  std::vector<ClPlatform> all;
  cl_uint platform_count = 0;
  if (cl.clGetPlatformIDs(0, nullptr, &platform_count) != CL_SUCCESS) return all;
  std::vector<cl_platform_id> ids(platform_count);
  cl.clGetPlatformIDs(platform_count, ids.data(), nullptr);
  for (size_t p = 0; p < ids.size(); ++p) {
    auto platform_text = [&](cl_platform_info what) {
      return ClText([&](size_t size, void* out, size_t* size_out) {
        return cl.clGetPlatformInfo(ids[p], what, size, out, size_out);
      });
    };
    ClPlatform& platform = all.emplace_back();
    platform.name = platform_text(CL_PLATFORM_NAME);
    cl_uint count = 0;
    platform.error = cl.clGetDeviceIDs(ids[p], CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
    if (platform.error != CL_SUCCESS) continue;
    std::vector<cl_device_id> devices(count);
    cl.clGetDeviceIDs(ids[p], CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr);
    for (size_t d = 0; d < devices.size(); ++d) {
      auto device_text = [&](cl_device_info what) {
        return ClText([&](size_t size, void* out, size_t* size_out) {
          return cl.clGetDeviceInfo(devices[d], what, size, out, size_out);
        });
      };
      ClDevice device;
      device.platform = ids[p];
      device.device = devices[d];
      device.number = StrCat(p, ".", d);
      cl_device_type type = 0;
      cl.clGetDeviceInfo(devices[d], CL_DEVICE_TYPE, sizeof(type), &type, nullptr);
      device.identity = {platform.name,
                         platform_text(CL_PLATFORM_VERSION),
                         device_text(CL_DEVICE_NAME),
                         device_text(CL_DEVICE_VERSION),
                         device_text(CL_DRIVER_VERSION),
                         device_text(CL_DEVICE_IL_VERSION_KHR),
                         type};
      platform.devices.push_back(std::move(device));
    }
  }
  return all;
}

std::vector<ClDevice> ListDevices(const ClApi& cl) {
  std::vector<ClDevice> devices;
  for (ClPlatform& platform : ListPlatforms(cl)) {
    std::move(platform.devices.begin(), platform.devices.end(), std::back_inserter(devices));
  }
  return devices;
}

}  // namespace lockstep
