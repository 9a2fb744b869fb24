// OpenCL for the command line tool: loaded at run time.
#include "host/cli/cl_api.h"

#include <dlfcn.h>

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

std::vector<ClDevice> ListDevices(const ClApi& cl) {
  std::vector<ClDevice> devices;
  cl_uint platform_count = 0;
  if (cl.clGetPlatformIDs(0, nullptr, &platform_count) != CL_SUCCESS) return devices;
  std::vector<cl_platform_id> platforms(platform_count);
  cl.clGetPlatformIDs(platform_count, platforms.data(), nullptr);
  for (size_t p = 0; p < platforms.size(); ++p) {
    auto platform_text = [&](cl_platform_info what) {
      return ClText([&](size_t size, void* out, size_t* size_out) {
        return cl.clGetPlatformInfo(platforms[p], what, size, out, size_out);
      });
    };
    cl_uint count = 0;
    if (cl.clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) {
      continue;
    }
    std::vector<cl_device_id> ids(count);
    cl.clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr);
    for (size_t d = 0; d < ids.size(); ++d) {
      auto device_text = [&](cl_device_info what) {
        return ClText([&](size_t size, void* out, size_t* size_out) {
          return cl.clGetDeviceInfo(ids[d], what, size, out, size_out);
        });
      };
      ClDevice device;
      device.platform = platforms[p];
      device.device = ids[d];
      device.number = StrCat(p, ".", d);
      device.platform_name = platform_text(CL_PLATFORM_NAME);
      device.platform_version = platform_text(CL_PLATFORM_VERSION);
      device.name = device_text(CL_DEVICE_NAME);
      device.version = device_text(CL_DEVICE_VERSION);
      device.il_version = device_text(CL_DEVICE_IL_VERSION_KHR);
      cl.clGetDeviceInfo(ids[d], CL_DEVICE_TYPE, sizeof(device.type), &device.type, nullptr);
      devices.push_back(std::move(device));
    }
  }
  return devices;
}

std::string ClErrorName(cl_int error) {
#define LOCKSTEP_ERROR(name) \
  case name:                 \
    return #name;
  switch (error) {
    LOCKSTEP_ERROR(CL_DEVICE_NOT_FOUND)
    LOCKSTEP_ERROR(CL_DEVICE_NOT_AVAILABLE)
    LOCKSTEP_ERROR(CL_COMPILER_NOT_AVAILABLE)
    LOCKSTEP_ERROR(CL_MEM_OBJECT_ALLOCATION_FAILURE)
    LOCKSTEP_ERROR(CL_OUT_OF_RESOURCES)
    LOCKSTEP_ERROR(CL_OUT_OF_HOST_MEMORY)
    LOCKSTEP_ERROR(CL_BUILD_PROGRAM_FAILURE)
    LOCKSTEP_ERROR(CL_MISALIGNED_SUB_BUFFER_OFFSET)
    LOCKSTEP_ERROR(CL_INVALID_VALUE)
    LOCKSTEP_ERROR(CL_INVALID_BUFFER_SIZE)
    LOCKSTEP_ERROR(CL_INVALID_BUILD_OPTIONS)
    LOCKSTEP_ERROR(CL_INVALID_ARG_INDEX)
    LOCKSTEP_ERROR(CL_INVALID_ARG_VALUE)
    LOCKSTEP_ERROR(CL_INVALID_ARG_SIZE)
    LOCKSTEP_ERROR(CL_INVALID_KERNEL_ARGS)
    LOCKSTEP_ERROR(CL_INVALID_WORK_DIMENSION)
    LOCKSTEP_ERROR(CL_INVALID_WORK_GROUP_SIZE)
    LOCKSTEP_ERROR(CL_INVALID_WORK_ITEM_SIZE)
    LOCKSTEP_ERROR(CL_INVALID_GLOBAL_OFFSET)
    LOCKSTEP_ERROR(CL_INVALID_GLOBAL_WORK_SIZE)
    LOCKSTEP_ERROR(CL_INVALID_OPERATION)
    LOCKSTEP_ERROR(CL_IMAGE_FORMAT_NOT_SUPPORTED)
    LOCKSTEP_ERROR(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR)
    LOCKSTEP_ERROR(CL_INVALID_IMAGE_DESCRIPTOR)
    LOCKSTEP_ERROR(CL_INVALID_IMAGE_SIZE)
    default:
      return StrCat("OpenCL error ", error);
  }
#undef LOCKSTEP_ERROR
}

}  // namespace lockstep
