// The platform, its devices and contexts. There is one context of CUDA for each device, the primary one.
#include <algorithm>

#include "tests/hardware/cuda_icd/answer.h"
#include "tests/hardware/cuda_icd/device_facts.h"
#include "tests/hardware/cuda_icd/entry_points.h"
#include "tests/hardware/cuda_icd/queue.h"

using namespace lockstep::cuda_icd;

namespace {

_cl_platform_id* MakePlatform() {
  if (Cuda() == nullptr) return nullptr;
  auto* platform = new _cl_platform_id;
  int count = 0;
  Cuda()->cuDeviceGetCount(&count);
  for (int i = 0; i < count; ++i) {
    auto* device = new _cl_device_id;
    device->platform = platform;
    const bool good =
        FromCuda(Cuda()->cuDeviceGet(&device->device, i), "cuDeviceGet") == CL_SUCCESS &&
        FromCuda(Cuda()->cuDevicePrimaryCtxRetain(&device->context, device->device),
                 "cuDevicePrimaryCtxRetain") == CL_SUCCESS;
    if (good) {
      platform->devices.push_back(device);
    } else {
      delete device;
    }
  }
  return platform;
}

cl_platform_id Platform() {
  static const cl_platform_id platform = MakePlatform();
  return platform;
}

}  // namespace

int _cl_device_id::Attribute(int attribute) const {
  int value = 0;
  Cuda()->cuDeviceGetAttribute(&value, attribute, device);
  return value;
}

cl_int Icd_clGetPlatformIDs(cl_uint room, cl_platform_id* platforms, cl_uint* count) {
  if ((platforms != nullptr && room == 0) || (platforms == nullptr && count == nullptr)) {
    return CL_INVALID_VALUE;
  }
  if (count != nullptr) *count = Platform() == nullptr ? 0 : 1;
  if (Platform() == nullptr) return CL_PLATFORM_NOT_FOUND_KHR;
  if (platforms != nullptr) platforms[0] = Platform();
  return CL_SUCCESS;
}

cl_int Icd_clGetPlatformInfo(cl_platform_id platform, cl_platform_info name, size_t room,
                             void* value, size_t* size) {
  if (platform != nullptr && platform != Platform()) return CL_INVALID_PLATFORM;
  return PlatformFact(name, Answer{room, value, size});
}

cl_int Icd_clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room,
                          cl_device_id* devices, cl_uint* count) {
  if (platform == nullptr || platform != Platform()) return CL_INVALID_PLATFORM;
  if ((devices != nullptr && room == 0) || (devices == nullptr && count == nullptr)) {
    return CL_INVALID_VALUE;
  }
  const bool wanted = (type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT)) != 0;
  const size_t found = wanted ? platform->devices.size() : 0;
  if (count != nullptr) *count = static_cast<cl_uint>(found);
  if (found == 0) return CL_DEVICE_NOT_FOUND;
  for (size_t i = 0; devices != nullptr && i < std::min<size_t>(room, found); ++i) {
    devices[i] = platform->devices[i];
  }
  return CL_SUCCESS;
}

cl_int Icd_clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t room, void* value,
                           size_t* size) {
  if (device == nullptr) return CL_INVALID_DEVICE;
  return DeviceFact(device, name, Answer{room, value, size});
}

cl_int Icd_clRetainDevice(cl_device_id device) {
  return device == nullptr ? CL_INVALID_DEVICE : CL_SUCCESS;
}

cl_int Icd_clReleaseDevice(cl_device_id device) {
  return device == nullptr ? CL_INVALID_DEVICE : CL_SUCCESS;
}

cl_context Icd_clCreateContext(const cl_context_properties* properties, cl_uint count,
                               const cl_device_id* devices,
                               void(CL_CALLBACK*)(const char*, const void*, size_t, void*), void*,
                               cl_int* error) {
  // Several devices would need buffers that move between them.
  if (count != 1 || devices == nullptr) return Give<_cl_context>(nullptr, CL_INVALID_VALUE, error);
  if (devices[0] == nullptr) return Give<_cl_context>(nullptr, CL_INVALID_DEVICE, error);
  auto* context = new _cl_context;
  context->device = devices[0];
  for (; properties != nullptr && *properties != 0; properties += 2) {
    context->properties.insert(context->properties.end(), properties, properties + 2);
  }
  if (!context->properties.empty()) context->properties.push_back(0);
  return Give(context, CL_SUCCESS, error);
}

cl_context Icd_clCreateContextFromType(
    const cl_context_properties* properties, cl_device_type type,
    void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*), void* data, cl_int* error) {
  cl_device_id device = nullptr;
  const cl_int found = Icd_clGetDeviceIDs(Platform(), type, 1, &device, nullptr);
  if (found != CL_SUCCESS) return Give<_cl_context>(nullptr, found, error);
  return Icd_clCreateContext(properties, 1, &device, notify, data, error);
}

cl_int Icd_clRetainContext(cl_context context) {
  if (context == nullptr) return CL_INVALID_CONTEXT;
  ++context->references;
  return CL_SUCCESS;
}

cl_int Icd_clReleaseContext(cl_context context) {
  if (context == nullptr) return CL_INVALID_CONTEXT;
  Drop(context);
  return CL_SUCCESS;
}

cl_int Icd_clGetContextInfo(cl_context context, cl_context_info name, size_t room, void* value,
                            size_t* size) {
  if (context == nullptr) return CL_INVALID_CONTEXT;
  const Answer answer{room, value, size};
  switch (name) {
    case CL_CONTEXT_REFERENCE_COUNT:
      return answer.Value<cl_uint>(context->references);
    case CL_CONTEXT_NUM_DEVICES:
      return answer.Value<cl_uint>(1);
    case CL_CONTEXT_DEVICES:
      return answer.Value(context->device);
    case CL_CONTEXT_PROPERTIES:
      return answer.List(context->properties);
    default:
      return CL_INVALID_VALUE;
  }
}
